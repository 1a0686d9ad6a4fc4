"""What can be measured of a result and its entities, each number with its definition.

quantities    a number, a place or a direction, with the words that say what it is
inertia       mass, centre and matrix of inertia of solids, faces or edges, alone and together
bodies        mass properties of solids, children and the result
oriented_box  the smallest box in any direction
of_face, of_edge, of_hole    what single entities measure
lines         the plane, the line and the centre that an entity has, and how two of them lie to each other
between       two entities: distances, angles, relations
sharing       two entities' solids: the volume that they have in common
clearances    how far children are apart, pair by pair
walls         the wall at a place, and the smallest one
"""
