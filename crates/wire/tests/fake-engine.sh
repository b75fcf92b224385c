#!/bin/sh
# An engine that writes what it hears to a file, and answers with the moves it is given.
# Arguments: the file, what it says of itself (features or UCI options), the moves.
heard=$1
told=$2
shift 2

answer() {
    echo "move $1"
}

while read -r line; do
    echo "$line" >>"$heard"
    case $line in
    "protover 2") echo "feature $told"; echo "feature done=1" ;;
    "ping "*) echo "pong ${line#ping }" ;;
    force) force=1 ;;
    go) force=0; answer "$1"; shift ;;
    usermove*) [ "$force" = 1 ] || { answer "$1"; shift; } ;;
    uci) printf '%b\n' "$told"; echo uciok ;;
    isready) echo readyok ;;
    "go "*) echo "bestmove $1"; shift ;;
    quit) exit 0 ;;
    esac
done
