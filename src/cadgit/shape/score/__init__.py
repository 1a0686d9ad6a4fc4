"""How close a candidate is to a reference, in the terms of the field's benchmarks: surfaces, volume, topology.

Both are meshed alike (`meshed`), perhaps aligned (`alignment`), and compared by samples of their surfaces (`surfaces`),
by their volumes and by their Betti numbers (`topology`); `scoring` puts that together.
"""
