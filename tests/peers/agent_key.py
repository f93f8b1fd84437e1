#!/usr/bin/env python3
"""A program for --key-helper: the key stays in ssh-agent, which signs with it (draft-miller-ssh-agent). Its comment is its name.

    ssh-keygen -t ed25519 -N '' -C example.com/table-5 -f table-5 && ssh-add table-5
    duelog simulate --key-helper tests/peers/agent_key.py ...

Takes the agent's first Ed25519 key, or the one whose comment is DUELOG_KEY.
"""

import base64
import hashlib
import os
import socket
import struct
import sys

IDENTITIES, IDENTITIES_ANSWER, SIGN, SIGN_ANSWER = 11, 12, 13, 14
KIND = b"ssh-ed25519"
ED25519 = b"\x01"


def text(data):
    return struct.pack(">I", len(data)) + data


def parts(data, count):
    """So many strings, and what follows them."""
    found = []
    for _ in range(count):
        (length,) = struct.unpack_from(">I", data)
        found.append(data[4 : 4 + length])
        data = data[4 + length :]
    return found, data


def ask(agent, kind, body, answer):
    agent.sendall(text(bytes([kind]) + body))
    file = agent.makefile("rb")
    (length,) = struct.unpack(">I", file.read(4))
    message = file.read(length)
    if message[0] != answer:
        sys.exit("the agent refuses")
    return message[1:]


def identity(agent):
    """The key as the agent names it, its 32 bytes, and its name."""
    found = ask(agent, IDENTITIES, b"", IDENTITIES_ANSWER)
    (count,), rest = struct.unpack_from(">I", found), found[4:]
    for _ in range(count):
        (blob, comment), rest = parts(rest, 2)
        (kind, *_), _ = parts(blob, 1)
        name = comment.decode()
        if kind == KIND and os.environ.get("DUELOG_KEY", name) == name:
            return blob, parts(blob, 2)[0][1], name
    sys.exit("the agent has no such Ed25519 key")


def main():
    agent = socket.socket(socket.AF_UNIX)
    agent.connect(os.environ["SSH_AUTH_SOCK"])
    blob, key, name = identity(agent)
    number = hashlib.sha256(name.encode() + b"\n" + ED25519 + key).digest()[:4]
    if sys.argv[1:] == ["public"]:
        print(f"{name}+{number.hex()}+{base64.b64encode(ED25519 + key).decode()}")
    elif sys.argv[1:] == ["sign"]:
        signed = sys.stdin.buffer.read()
        answer = ask(agent, SIGN, text(blob) + text(signed) + struct.pack(">I", 0), SIGN_ANSWER)
        (signature,), _ = parts(answer, 1)
        (_, raw), _ = parts(signature, 2)
        coded = base64.b64encode(number + raw).decode()
        sys.stdout.buffer.write(signed + f"\n\u2014 {name} {coded}\n".encode())
    else:
        sys.exit(__doc__)


main()
