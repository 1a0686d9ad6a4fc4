"""The page: what a watch sees, live in a browser on this machine; or one candidate, in a file to mail to somebody.

three-cad-viewer draws the model; everything around it is in `static/`. Whatever changes anything needs the token of
this start (see `guard`), and nothing is loaded from another host.
"""
