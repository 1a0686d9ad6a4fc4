"""Sharing between clones: what a remote has is fetched into a namespace of its own, checked, and merged; then pushed.

transport   git itself, as a subprocess: list, fetch objects, push
names       which refs are shared, and where a remote's are kept
selection   which parts and lines
checks      whether what came is what it says
notes       the union of two sides' notes
lines       candidates that both sides added to one line
versions    version numbers that both sides gave
merging     all of that as one change of refs
sending     what the remote does not have yet
exchange    the way through a fetch, a pull or a push
"""
