"""Reads every page of a server with a strict HTML parser.

Usage: test_pages.py ORIGIN FILE [TOKEN]

FILE is the server's description, which names the pages; the script also follows links in them.
"""

import json
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

import html5lib

from test_openapi import SOLVES, STOPS


# The page to sign in on.
SIGN_IN = "client_id=test-openapi&response_type=code&redirect_uri=urn:ietf:wg:oauth:2.0:oob"


def fetch(url, token):
    """Returns the status and body at a URL, without a proxy."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with opener.open(urllib.request.Request(url, headers=headers), timeout=30) as reply:
            return reply.status, reply.headers["Content-Type"], reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


def links(document):
    """Returns a page's links, without those to its own parts."""
    for element in document.iter():
        target = element.get("href", "")
        if target.startswith("/"):
            yield target


def main():
    origin, file = sys.argv[1], pathlib.Path(sys.argv[2])
    token = sys.argv[3] if len(sys.argv) > 3 else None
    paths = list(json.loads(file.read_text(encoding="utf-8"))["paths"])
    solve = next(path for path in paths if path.endswith("/solve"))
    waiting = paths + ["/nowhere", solve + "?stops=1"]
    for fields in SOLVES:
        form = {"stops": STOPS} | fields | {"f": "html"}
        waiting.append(f"{solve}?{urllib.parse.urlencode(form)}")
    waiting += [f"{path}?{SIGN_IN}" for path in paths if path.endswith("/authorize")]
    read, findings = set(), []
    while waiting:
        path = waiting.pop()
        if path in read:
            continue
        read.add(path)
        status, kind, body = fetch(origin + path, token)
        if status >= 500:
            findings.append(f"{path}: status {status}")
        if not (kind or "").startswith("text/html"):
            continue
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        document = parser.parse(body, transport_encoding="utf-8")
        for (line, column), error, details in parser.errors:
            findings.append(f"{path}: {error} {details} at {line}:{column}")
        waiting += links(document)
    for finding in findings[:40]:
        print(finding)
    if findings:
        sys.exit(f"test-openapi: {len(findings)} findings in pages")
    print(f"{len(read)} pages and links of pages: sound")


if __name__ == "__main__":
    main()
