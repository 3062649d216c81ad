# What scripts share that start servers and browsers. Source it from the top of the tree.

# Loopback needs no proxy.
export no_proxy="127.0.0.1${no_proxy:+,$no_proxy}"
export NO_PROXY="$no_proxy"

# Leaves a Python in `python` that has the modules, in FOLDER/venv; installs them if it has not.
python_with() {  # python_with FOLDER "MODULE, MODULE" REQUIREMENTS …
    local folder=$1 modules=$2 file listed=()
    shift 2
    for file in "$@"; do listed+=(-r "$file"); done
    python=$folder/venv/bin/python
    mkdir -p "$folder"
    if "$python" -c "import $modules" 2>/dev/null; then return; fi
    rm -rf "$folder/venv"
    python3 -m venv "$folder/venv" || {
        echo "${0##*/}: apt-get install python3-venv" >&2
        exit 1
    }
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "${listed[@]}"
}

# Leaves Chromium's path in `browser`. If there is none, it is installed from Debian's packages.
find_browser() {
    browser=$(command -v chromium || command -v chromium-browser || true)
    if [ -n "$browser" ]; then return; fi
    scripts/system-packages "${0##*/}" chromium fonts-liberation
    browser=$(command -v chromium)
}

# Leaves promtool's path in `promtool`. If there is none, it is unpacked in FOLDER from Debian's package
# prometheus, which starts no service that way. Empty if neither can be had.
find_promtool() {  # find_promtool FOLDER
    local unpacked=$1/prometheus
    promtool=$(command -v promtool || true)
    if [ -n "$promtool" ]; then return; fi
    if [ ! -x "$unpacked/usr/bin/promtool" ] && command -v apt-get >/dev/null; then
        mkdir -p "$unpacked"
        (cd "$unpacked" && apt-get download prometheus && dpkg -x prometheus_*.deb .) \
            >"$1/prometheus.log" 2>&1 || true
        rm -f "$unpacked"/prometheus_*.deb
    fi
    if [ -x "$unpacked/usr/bin/promtool" ]; then promtool=$unpacked/usr/bin/promtool; fi
}

# Leaves the path of the program in `waypost`: the one given, that of WAYPOST_PROGRAM, or what it
# builds.
find_program() {  # find_program [WAYPOST]
    waypost=${1:-${WAYPOST_PROGRAM:-}}
    if [ -n "$waypost" ]; then return; fi
    local configuration=${WAYPOST_CONFIGURATION:-debug}
    swift build -c "$configuration" --product waypost
    waypost="$(swift build -c "$configuration" --show-bin-path)/waypost"
}

servers=()
stop_servers() {
    local server
    for server in "${servers[@]}"; do
        if kill -0 "$server" 2>/dev/null; then
            kill -TERM "$server"
            wait "$server" 2>/dev/null || true
        fi
    done
}
trap stop_servers EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Starts `$waypost` as a server on a free port, with its output in LOG, and waits until it is ready.
# Leaves its services directory in `root` and its address in `origin`.
serve() {  # serve LOG OPTION …
    local log=$1
    shift
    root="" origin=""
    : >"$log"  # read before the server has begun
    "$waypost" serve --port 0 "$@" >"$log" 2>&1 &
    local server=$!
    servers+=("$server")
    for _ in $(seq 1 300); do
        root=$(sed -n 's/^listening on \(http[^ ]*\)$/\1/p' "$log" | head -n 1)
        if [ -n "$root" ] || ! kill -0 "$server" 2>/dev/null; then break; fi
        sleep 0.1
    done
    if [ -z "$root" ]; then
        echo "${0##*/}: a server did not start:" >&2
        cat "$log" >&2
        exit 1
    fi
    origin=${root%/arcgis/*}
}
