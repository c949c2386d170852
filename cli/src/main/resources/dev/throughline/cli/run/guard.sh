# Stands beside an agent that has a terminal: $1 are the terminal's modes from before, $2 is the agent's process.
# Standard input brings a line when the agent has ended. If it ends without one, `throughline run` was killed: the shell
# has taken the terminal back, and the agent, which nobody waits for any more, must not go on reading and drawing there.
trap '' HUP INT QUIT TERM TSTP TTIN TTOU

if read -r _; then
    exit 0
fi

tick() { sleep 0.2 2>/dev/null || sleep 1; }

ticks=0
kill -HUP "$2" 2>/dev/null
while kill -0 "$2" 2>/dev/null && [ "$ticks" -lt 25 ]; do
    tick
    ticks=$((ticks + 1))
    [ "$ticks" -ne 10 ] || kill -TERM "$2" 2>/dev/null
done
kill -KILL "$2" 2>/dev/null
tick

# A shell that edits lines has set modes of its own by now, and keeps signals on. Without signals these are the agent's.
case $(stty -a </dev/tty 2>/dev/null) in
    *-isig*) stty "$1" </dev/tty ;;
esac

# Mouse and focus reports off, other keyboard protocols off, back from the second screen, plain text, a cursor.
printf '\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1004l\033[<u\033[>4;0m\033[?1047l\033[0m\033[?25h' >/dev/tty
