"""Pictures and drawings of a result, made without a window, a display or a graphics card.

    facets    what is seen: triangles with the surfaces' own normals, and the edges' polylines; kept in the cache
    camera    from millimetres to pixels and back
    embree    what a ray hits first
    light     lamps, and how metal looks under them
    section   the plane that cuts a result open
    tracing   the colour that each ray brings back
    strokes   lines on a picture, with soft borders
    lines     edges and outlines that the eye can see
    labels    names of faces and holes, placed where they hide little
    legend    axes, scale bar and caption
    picture   one view
    sheet     several views side by side, as PNG
    drawing/  a dimensioned drawing of three views as SVG, PDF or DXF

embreex comes with the extra `render`; `drawing` does without.
"""
