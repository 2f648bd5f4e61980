#!/usr/bin/env bash
# Prints what Leat costs before anybody uses it: how long a start takes until it serves, how large jar and image are, and how much memory
# is resident at idle.
#
#   bench/footprint.sh [--starts 7] [--idle 150] [--only image|jar]
#
# A start is measured from the command to the answer of /health/ready, on an empty data directory below DATA (or a temporary one). One start
# of each kind is not counted: it brings the files into the page cache. Idle is the moment --idle seconds after a start that nobody used; it
# takes two minutes until Java has given back what only the start needed. Exits with 1 if a target is missed.
#
#   DATA=DIR       where the data goes: on the disk that is meant
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
jar=$here/cli/target/leat.jar
starts=7
idle=150
only="image jar"
status=0

say() {
    echo "footprint.sh: $*" >&2
}

while [[ $# -gt 0 ]]; do
    case $1 in
        --starts) starts=$2 ;;
        --idle) idle=$2 ;;
        --only) only=$2 ;;
        *)
            say "what is $1? (--starts N, --idle SECONDS, --only image|jar)"
            exit 2
            ;;
    esac
    shift 2
done

work=$(mktemp -d "${DATA:-${TMPDIR:-/tmp}}/footprint.XXXXXX")
server=""
finish() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap finish EXIT

# A moment, without starting a process: that would take the processor from what is measured.
exec {silence}<> <(:)
moment() {
    read -r -t 0.005 -u "$silence" _ || true
}

milliseconds() {
    local now=$EPOCHREALTIME
    echo $((${now%[.,]*} * 1000 + 10#${now#*[.,]} / 1000))
}

# Starts a server by a command and sets `took` to the milliseconds until it is ready.
start() {
    local began port
    rm -rf "$work/data" "$work/port"
    began=$(milliseconds)
    "$@" serve --data "$work/data" --port 0 --port-file "$work/port" >"$work/log" 2>&1 &
    server=$!
    until [[ -s $work/port ]]; do
        if ! kill -0 "$server" 2>/dev/null; then
            say "it did not start: $*"
            cat "$work/log" >&2
            exit 2
        fi
        moment
    done
    port=$(<"$work/port")
    curl -sf -o /dev/null --retry 20 --retry-delay 0 --retry-connrefused "http://127.0.0.1:$port/health/ready"
    took=$(($(milliseconds) - began))
}

stop() {
    kill "$server"
    wait "$server" || say "it did not stop cleanly: $(tail -n 3 "$work/log")"
    server=""
}

# Prints a row: what, a figure, its unit, and the target that it has to stay below.
row() {
    local verdict=""
    if [[ -n ${4:-} ]]; then
        verdict="< $4 ok"
        if ! awk -v figure="${2%% *}" -v target="${4%% *}" 'BEGIN { exit !(figure < target) }'; then
            verdict="< $4 MISSED"
            status=1
        fi
    fi
    printf '| %-32s | %20s %-3s | %-14s |\n' "$1" "$2" "$3" "$verdict"
}

# The median of some numbers with the extremes, divided: 590 (570…620) by 1000 is 0.59 (0.57…0.62).
median() {
    local divisor=$1
    shift
    printf '%s\n' "$@" | sort -n | awk -v d="$divisor" '
        { n[NR] = $1 / d }
        END { printf "%.2f (%.2f…%.2f)", NR % 2 ? n[(NR + 1) / 2] : (n[NR / 2] + n[NR / 2 + 1]) / 2, n[1], n[NR] }'
}

resident() {
    ps -o rss= -p "$server" | awk '{ printf "%.0f", $1 / 1024 }'
}

mebibytes() {
    du -sk "$1" | awk '{ printf "%.0f", $1 / 1024 }'
}

# Measures a kind of start: its name, the target in seconds, and the command.
measure() {
    local name=$1 target=$2 took times=()
    shift 2
    start "$@"
    stop
    for ((i = 0; i < starts; i++)); do
        start "$@"
        times+=("$took")
        [[ $i == $((starts - 1)) ]] || stop
    done
    row "ready, from the $name" "$(median 1000 "${times[@]}")" s "$target"
    sleep "$idle"
    row "resident at idle, from the $name" "$(resident)" MiB "$([[ $name != image ]] || echo 120)"
    stop
}

image=$(ls -d "$here"/dist/target/image/*/ 2>/dev/null | head -n 1 || true)
if [[ ! -f $jar || ($only == *image* && -z $image) ]]; then
    say "the jar or the image is missing: mvn -q -B -pl dist -am package -Dmaven.test.skip"
    exit 2
fi
if [[ $only == *image* ]]; then
    measure image 1 "${image%/}/bin/leat"
    row "the image" "$(mebibytes "$image")" MiB
    row "its archive" "$(mebibytes "$(echo "$here"/dist/target/leat-*.tar.gz)")" MiB
fi
if [[ $only == *jar* ]]; then
    measure jar 2 "$("$here/.mvn/find-jdk")/bin/java" -jar "$jar"
    row "the jar" "$(mebibytes "$jar")" MiB
fi
exit $status
