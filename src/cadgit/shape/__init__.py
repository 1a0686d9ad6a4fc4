"""Geometry: questions asked of a BREP. Imported by the kernel's processes only."""
