"""The entities of a result, and what they are called.

    numbering  the one numbering of solids, faces, edges, vertices and holes
    children   labelled children, each with a path of its own
    surfaces   what a face lies on
    curves     what an edge lies on
    entity     an entity: its name, its place, and what can be measured of it
    selectors  which entities a selector means
    finding    from a name to the entity

Numbers hold within one result, which is named by its BREP's hash: OCCT orders some sub-shapes by memory address, so
that another run of equal source may count in another order.
"""
