"""Save, and see: a watch runs, judges and maybe promotes what an editor saves, and tells its faces as it happens.

`events` is what the faces see: the stream of what happened, and the `Watcher` that they may ask for more.
"""
