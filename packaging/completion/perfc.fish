# Completion of perfc for fish. Commands, options and kinds are those of the tool's help.

# A line for each option in the help of a command: its names, the type of its argument or
# -, and what it does, with tabs between them.
function __perfc_options
    perfc $argv --help 2>/dev/null | string join \n | awk '
        function put() { if (names != "") print names "\t" type "\t" words; names = "" }
        /^  -/ {
            put()
            head = substr($0, 3); words = ""
            if (at = index(head, "  ")) { words = substr(head, at); head = substr(head, 1, at) }
            split(head, word, " ")
            names = word[1]
            type = word[2] ~ /^[A-Z]+(=.*)?$/ ? word[2] : "-"
            sub(/=.*/, "", type); sub(/^ +/, "", words)
            next
        }
        /^   / && names != "" && words == "" { sub(/^ +/, ""); words = $0 }
        END { put() }'
end

function __perfc_commands
    perfc --help 2>/dev/null | sed -n '/^Subcommands:/,$ s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

# The last one of a list of events.
function __perfc_events
    set -l before (string match -r '.*[,{]' -- (commandline -ct))
    printf "$before%s\n" (perfc list 2>/dev/null | string match -rg '^  (\S+)')
end

function __perfc_argument
    switch $argv[1]
        case LIST
            __perfc_events
        case PID
            __fish_complete_pids
        case PATH
            path basename /sys/fs/cgroup/*/ 2>/dev/null
        case HOW
            printf '%s\n' fp dwarf lbr
        case CLOCK
            printf '%s\n' monotonic monotonic_raw realtime boottime tai
        case PARTS
            printf '%s\n' stacks commands host paths
        case ORDER
            printf '%s\n' time file
    end
end

complete -c perfc -f
function __perfc_declare -a condition
    __perfc_options $argv[2..] | while read -l -d \t names type words
        set -l named
        for name in (string split , -- $names)
            switch $name
                case '--*'
                    set -a named -l (string sub -s 3 -- $name)
                case '*'
                    set -a named -s (string sub -s 2 -- $name)
            end
        end
        switch $type
            case -
                complete -c perfc -n $condition $named -d "$words"
            case FILE
                complete -c perfc -n $condition $named -d "$words" -r -F
            case '*'
                complete -c perfc -n $condition $named -d "$words" -x -a "(__perfc_argument $type)"
        end
    end
end

__perfc_declare __fish_use_subcommand
complete -c perfc -n __fish_use_subcommand -a '(__perfc_commands)'
for command in (__perfc_commands | string replace -r '\t.*' '')
    __perfc_declare "__fish_seen_subcommand_from $command" $command
    set -l help (perfc $command --help)
    if string match -q '* COMMAND *' -- $help
        set -l with_argument (__perfc_options $command | string match -rv '^\S+\t-' |
            string replace -r '\t.*' '' | string split ,)
        complete -c perfc -n "__fish_seen_subcommand_from $command" \
            -a "(__fish_complete_subcommand --fcs-skip=2 $with_argument)"
    else if string match -q '* FILE... *' -- $help
        complete -c perfc -n "__fish_seen_subcommand_from $command" -F
    else
        set -l kinds (string match -rg 'Kinds: ([a-z, ]*);' -- $help | string split ', ')
        complete -c perfc -n "__fish_seen_subcommand_from $command" -a "$kinds"
    end
end
functions -e __perfc_declare
