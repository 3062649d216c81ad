# What is said before a block of the guide, so that it runs as it stands: the program, which checks
# what it would serve, and a curl that fails where a browser would show a failure.
set -e
waypost() {
    if [ "$1" = serve ]; then set -- "$@" --check; fi
    "$WAYPOST" "$@"
}
curl() { command curl -sSf "$@"; }
# Not every machine has jq; what the pages ask of it is a path of members.
jq() {
    python3 -c 'import json, re, sys
value = json.load(sys.stdin)
for step in re.findall(r"\w+", sys.argv[1]):
    value = value[int(step) if step.isdigit() else step]
print(value)' "${@: -1}"
}
