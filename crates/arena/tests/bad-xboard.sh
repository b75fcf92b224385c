#!/bin/sh
# An XBoard engine that goes wrong in the way its argument names. Most of them begin well.
bad=$1

case $bad in
silent) exec sleep 60 ;;
crash-at-start) exit 3 ;;
endless) exec yes "no line end that matters" ;;
endless-line) exec tr '\0' x </dev/zero ;;
deaf) echo 'feature ping=0 usermove=1 done=1'; while :; do echo "# here"; sleep 0.01; done ;;
esac

play() {
    case $bad in
    crash) exit 1 ;;
    hang) exec sleep 60 ;;
    ignores-stop) while :; do sleep 1; done ;;
    child) sleep 61 & exit 1 ;;
    illegal) echo "move e2e5" ;;
    out-of-turn) echo "move e7e5" ;;
    bare) echo "move " ;;
    nonsense) printf 'move \377\376\001\n' ;;
    flood) while :; do echo "1 0 0 1 e2e4"; done ;;
    late) sleep 1; echo "move e2e4" ;;
    resigns) echo "resign" ;;
    claims) echo "1-0 {I have won}" ;;
    refuses) echo "Illegal move (in check): d7d5" ;;
    *) echo "1 13 0 20 e2e4"; echo "move e2e4" ;;
    esac
}

while read -r word rest; do
    case $word in
    protover)
        [ "$bad" = never-done ] && echo "feature done=0" && continue
        echo 'feature myname="bad engine" variants="normal" ping=1 setboard=1 usermove=1 sigint=0 colors=0'
        echo 'feature option="Threads -spin 1 1 4" done=1'
        ;;
    ping) [ "$bad" = never-ready ] || echo "pong $rest" ;;
    new) force=0; [ "$bad" = no-variant ] && echo "Error (unsupported variant): new" ;;
    force) force=1 ;;
    usermove) [ "$force" = 1 ] || play ;;
    go) force=0; play ;;
    quit) exit 0 ;;
    esac
done
