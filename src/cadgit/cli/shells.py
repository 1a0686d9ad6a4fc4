"""Completion scripts: click's, with parts of a word kept together in bash."""

from __future__ import annotations

from click.shell_completion import get_completion_class

# Bash takes "@" for a word break (host names), so `bracket@v` would arrive as three words and its completions be
# pasted behind the "@". The line is split at blanks instead, and what bash already has is cut off the answers.
_BASH = """\
_cadgit_completion() {
    local line=${COMP_LINE:0:COMP_POINT} answer kind value
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local word=${words[-1]}
    local kept=${word%"${word##*[@:=]}"}
    COMPREPLY=()
    while IFS= read -r answer; do
        kind=${answer%%,*} value=${answer#*,}
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$kept"}") ;;
        esac
    done < <(COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) _CADGIT_COMPLETE=bash_complete \\
        cadgit 2>/dev/null)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[/=] ]] && compopt -o nospace
}
complete -o nosort -F _cadgit_completion cadgit
"""


def script(shell: str) -> str:
    """The text to source in ``bash``, ``zsh`` or ``fish``."""
    if shell == "bash":
        return _BASH
    from .app import cadgit

    found = get_completion_class(shell)
    assert found is not None, "click knows zsh and fish"
    return found(cadgit, {}, "cadgit", "_CADGIT_COMPLETE").source().strip() + "\n"
