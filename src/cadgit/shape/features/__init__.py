"""Features: what a designer would call the pieces of a part's shape, found again in its geometry.

`finding` puts together what the other modules find, each one kind of feature. `adapter` asks quiddity for what those
do not look for: bosses, pockets and slots.
"""
