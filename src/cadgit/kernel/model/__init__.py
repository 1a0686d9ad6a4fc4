"""What happens inside the model's own process: run it, find its result, hand it over. Nothing here judges.

running      the process looks as if the interpreter had been started on the model
viewer       stands in for the viewer packages, and remembers what was shown
exports      remembers what the script exported
result       which object is the result
objects      any accepted object as a tree of shapes
node         such a tree: what it holds, what is kept of it, whether two hold the same
handover     such a tree as the bytes and the manifest that leave the process
failure      an exception as a record, with the model's own frames
hints        plain advice for the usual OCCT and build123d failures
environment  what the geometry depends on beside the source
"""
