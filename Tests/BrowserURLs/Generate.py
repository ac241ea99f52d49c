"""Prints generated URLs, and their parts as Ada reads them: Generate.py <count> <seed>"""

import json
import random
import sys

import ada_url

SCHEMES = ["https:", "http:", "HTTPS:", "notes:", "web+notes:"]
SLASHES = ["//"] * 30 + ["", "/", "///", "\\\\", "/\\"]
USERS = [""] * 5 + ["u@", "u:p@", "@", "u@v@", "evil.example\\@", "a:80@"]
HOSTS = ["h", "notes.example", "Notes.Example", "h.", "a-b.example", "127.0.0.1", "[::1]"] * 6
HOSTS += ["", "h..", "%68", "café.example", "0x7f.1", "1.2", "h_h", "a b", "[::", "h%2e", "h^", "h<", "."]
PORTS = [""] * 4 + [":80", ":443", ":8080", ":08080", ":", ":x", ":99999", ":65535", ":0"]
PIECES = ["a", "b", "B", ".", "..", "...", "%2e", "%2E.", ".%2e", "..;", "%41", "%2F", "%2e%2e%2f", "%C3%A9"]
PIECES += ["é", "e\u0301", "日", ":x", "@", "=", "&", "+", "*", "'", "(", "!", "~", "|", '"', "<", "^", "`", "{"]
ODD = ["\\", "%", "%4", "%zz", "%FF", "%C3", " ", "\t", "\n", "\x00", "%00", "\x7f"]
AROUND = [""] * 6 + [" ", "\t", "\n", " \r\n", "\x01"]


def main(count, seed):
    numbers = random.Random(seed)
    pick = numbers.choice

    def text():
        pieces = (pick(ODD if numbers.random() < 0.02 else PIECES) for _ in range(numbers.randint(0, 2)))
        return "".join(pieces)

    def some(text, odds):
        return text if numbers.random() < odds else ""

    for _ in range(count):
        path = "".join("/" + text() for _ in range(numbers.randint(0, 5)))
        query = "&".join(text() + some("=" + text(), 0.5) for _ in range(numbers.randint(0, 3)))
        end = path + some("?" + query, 0.4) + some("#" + text(), 0.2)
        url = pick(SCHEMES) + pick(SLASHES) + pick(USERS) + pick(HOSTS) + pick(PORTS) + end
        url = pick(AROUND) + url + pick(AROUND)
        print(json.dumps({"url": url, "read": read(url)}))


def read(url):
    """Returns the parts of a URL, or None if it isn't valid."""
    try:
        parts = ada_url.URL(url)
    except ValueError:
        return None
    return {
        "scheme": parts.protocol[:-1],
        "host": parts.hostname,
        "port": parts.port,
        "path": parts.pathname,
        "query": parts.search[1:],
        "fragment": parts.hash[1:],
    }


main(int(sys.argv[1]), int(sys.argv[2]))
