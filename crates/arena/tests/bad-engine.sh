#!/bin/sh
# A UCI engine that goes wrong in the way its argument names. Most of them begin well.
bad=$1

case $bad in
silent) exec sleep 60 ;;
crash-at-start) exit 3 ;;
wrong-protocol) while read -r line; do echo "Error (unknown command): $line"; done; exit ;;
garbage) exec head -c 100000000 /dev/urandom ;;
endless) exec yes "no line end that matters" ;;
endless-line) exec tr '\0' x </dev/zero ;;
closes-input) exec <&- ;;
deaf) echo uciok; while :; do echo readyok; sleep 0.01; done ;;
esac

while read -r line; do
    case $line in
    uci)
        echo "id name bad engine"
        echo "option name Threads type spin default 1 min 1 max 4"
        echo "uciok"
        ;;
    isready)
        [ "$bad" = never-ready ] || echo "readyok"
        ;;
    go*)
        case $bad in
        crash) exit 1 ;;
        hang) exec sleep 60 ;;
        ignores-stop) while :; do sleep 1; done ;;
        # A child that outlives it; where the second argument names a file, its number goes there.
        child) sleep 61 & [ -z "$2" ] || echo $! >"$2"; exit 1 ;;
        illegal) echo "bestmove e2e5" ;;
        out-of-turn) echo "bestmove e7e5" ;;
        none) echo "bestmove (none)" ;;
        bare) echo "bestmove" ;;
        nonsense) printf 'bestmove \377\376\001\n' ;;
        flood) while :; do echo "info depth 1 score cp 0 pv e2e4"; done ;;
        late) sleep 1; echo "bestmove e2e4" ;;
        *) echo "info depth 1 score cp 13 nodes 20"; echo "bestmove e2e4" ;;
        esac
        ;;
    quit) [ "$bad" = stays ] || exit 0 ;;
    esac
done
[ "$bad" = closes-input ] && sleep 60
