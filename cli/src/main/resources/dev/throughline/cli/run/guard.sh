# Runs in parallel to an agent that has a terminal, and is started before it. $1: the modes of the terminal. Standard
# input: a line with the process of the agent once it is started, and a line when it has ended; an empty first line means
# that it could not be started. If the input ends earlier, `throughline run` was killed: the shell uses the terminal
# again, so the agent must stop reading and drawing there.
trap '' HUP INT QUIT TERM TSTP TTIN TTOU

if read -r agent && { [ -z "$agent" ] || read -r _; }; then
    exit 0
fi

tick() { sleep 0.2 2>/dev/null || sleep 1; }

if [ -n "$agent" ]; then
    ticks=0
    kill -HUP "$agent" 2>/dev/null
    while kill -0 "$agent" 2>/dev/null && [ "$ticks" -lt 25 ]; do
        tick
        ticks=$((ticks + 1))
        [ "$ticks" -ne 10 ] || kill -TERM "$agent" 2>/dev/null
    done
    kill -KILL "$agent" 2>/dev/null
fi
tick

# A shell that edits lines has set its own modes by now, which keep signals on. Modes without signals are the agent's.
case $(stty -a </dev/tty 2>/dev/null) in
    *-isig*) stty "$1" </dev/tty ;;
esac

# Turns off mouse and focus reports and other keyboard protocols, leaves the alternate screen, resets text and cursor.
printf '\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1004l\033[<u\033[>4;0m\033[?1047l\033[0m\033[?25h' >/dev/tty
