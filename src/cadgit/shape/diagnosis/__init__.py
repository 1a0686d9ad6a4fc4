"""What may be wrong with a shape, and where: geometry without a judgement.

validity   what OCCT's BRepCheck finds, sub-shape by sub-shape
loops      free edges joined into loops
details    small edges, small and narrow faces
crossings  what of a solid runs through what
blends     whether a fillet or chamfer of a size can be made
repairs    what OCCT's ShapeFix would make of it
origins    which face of one shape is which of another
"""
