"""What happens inside the model's own process: run it, find its result, hand it over. Nothing here judges.

running      the process looks as if the interpreter had been started on the model
viewer       stands in for the viewer packages, and remembers what was shown
exports      remembers what the script exported
result       which object is the result
shapes       any accepted object as one TopoDS shape and its manifest
failure      an exception as a record, with the model's own frames
hints        plain advice for the usual OCCT and build123d failures
environment  what the geometry depends on beside the source
"""
