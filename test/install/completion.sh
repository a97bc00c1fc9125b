#!/bin/bash
# The completions of bash, zsh and fish offer the commands and options of the tool's help,
# each with the right kind of argument. PERFC_INSTALLED is where libperfc is installed, if
# it is.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
for shell in zsh fish; do
  command -v "$shell" >/dev/null || { echo "there is no $shell"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
installed=${PERFC_INSTALLED:-$work/usr}
[[ -n ${PERFC_INSTALLED-} ]] || "$checkout/tools/install" --prefix "$installed" >/dev/null
export PATH=$installed/bin:$PATH
share=$installed/share

# by_bash LINE: what is offered at its end.
by_bash() {
  bash --norc -euc '
    . "$1"
    compopt() { COMPREPLY=(files); }  # Only while bash completes is there one.
    COMP_LINE=$2 COMP_POINT=${#2}
    read -ra COMP_WORDS <<<"${2//:/ : }"
    [[ $2 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _perfc perfc "${COMP_WORDS[-1]}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$share/bash-completion/completions/perfc" "$1"
}

by_fish() {
  fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
    "$share/fish/vendor_completions.d/perfc.fish" "$1" | cut -f1
}

# by_zsh COMMAND: the specifications that _arguments is given for it.
by_zsh() {
  zsh -fc '_arguments() { print -rl -- "$@" }
    . $1
    setopt extended_glob
    words=($2)
    print -- -- $2
    _perfc_command' zsh "$share/zsh/site-functions/_perfc" "$1" | sed '1,/^-- /d'
}

# options COMMAND...: those of its help.
options() {
  perfc "$@" --help | grep -oP '^  \K-\S+' | tr , '\n'
}

# same NAME EXPECTED OFFERED
same() {
  diff <(sort <<<"$2") <(sort <<<"$3") || { echo "$1"; exit 1; }
}

commands=$(perfc --help | sed '1,/^Subcommands:/d' | grep -oP '^  \K\w+')
[[ $(wc -l <<<"$commands") -ge 4 ]]
same "bash: commands" "$(echo "$commands"; options)" "$(by_bash 'perfc ')"
same "fish: commands" "$commands" "$(by_fish 'perfc ')"
for command in $commands; do
  wanted=$(options "$command")
  [[ $wanted == *--help* ]]
  same "bash: $command" "$wanted" "$(by_bash "perfc $command -")"
  same "fish: $command" "$wanted" "$(by_fish "perfc $command -")"
  same "zsh: $command" "$wanted" "$(by_zsh "$command" | sed -n 's/^([^)]*)\(-[^=[]*\).*/\1/p')"
done

# A list of events, with its beginning kept; bash puts it in place of the last colon's rest.
for by in by_bash by_fish; do
  same "$by: events" cycles,task-clock "$($by 'perfc stat -e cycles,task-cl')"
  same "$by: how" 'fp
dwarf
lbr' "$($by 'perfc record --call-graph ')"
  same "$by: order" 'time
file' "$($by 'perfc convert --order ')"
  same "$by: process" "$$" "$($by "perfc trace -p $$" | grep -x "$$")"
  [[ $($by 'perfc profile -F 99 -- setp') == *setpriv* ]]
  [[ $($by 'perfc list ') == *tracepoint* ]]
done
specs=$(by_zsh record)
grep -q '^([^)]*)--event=.*:LIST:_perfc_events$' <<<"$specs"
grep -q '^([^)]*)--call-graph=.*:HOW:(fp dwarf lbr)$' <<<"$specs"
grep -q '^([^)]*)-g\[[^:]*\]$' <<<"$specs"
grep -qF '*::arguments: _normal' <<<"$specs"
grep -qF '*:file:_files' <<<"$(by_zsh convert)"
grep -qF '*:what:(hw sw cache tool pmu event tracepoint)' <<<"$(by_zsh list)"
