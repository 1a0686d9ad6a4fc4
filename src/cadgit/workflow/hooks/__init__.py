"""What git's hooks do with the models in the user's commits; `hooks/` at the top has the scripts that git starts.

models    which models are staged or committed, and how these bytes came out
commits   pre-commit and post-commit
pushes    pre-push
moves     post-merge and post-checkout
install   putting the scripts into a repository
"""
