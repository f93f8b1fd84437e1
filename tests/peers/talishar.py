#!/usr/bin/env python3
"""Replays of Talishar (Flesh and Blood), read into logs whose draws are stated, and verified.

    cargo build -p duelog
    python3 tests/peers/talishar.py FOLDER --out match.duelog

FOLDER holds `origGamestate.txt`, the table as the first turn begins, and `commandfile.txt`, each input of the players. Where the
replay also has the table after each input (`replayState_N.txt.gz`) or as each turn begins (`turn_P-N_Gamestate.txt`), shuffles
and random cards are read from there, inputs that were taken back are left out, and the tables are compared as turns begin.

The engine of duelog asks, and the next input answers. Talishar passes for a player who has nothing to play, and those passes stand
in no file: an input that cannot be given yet makes the players pass until it can. What cannot be read ends the log there:
the program names the input and why, and the log is kept up to the input before it, or to the beginning of the turn where one of its inputs may have been
read wrongly. Nothing is guessed.

Ends with 0 where the whole replay was read, with 1 where the log ends before it, with 2 where no match begins.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from talishar_replay import (
    ARSENAL, ASIDE, CHARACTER, CHARACTER_ABILITY, CHOICES, CONCEDES, DECK, DISCARD, FIRST, FROM_ARSENAL, FROM_BANISH,
    FROM_HAND, GAME, HAND, PASSES, PERMANENT_ABILITIES, SETTINGS, SKIPS, TO_ARSENAL, TO_BOTTOM, WINNER, Cut, Replay,
    known_cards, slug)

# The questions that have a way of their own.
OWN = ("priority", "pay_pitch", "defenders", "arsenal", "pitch_order", "order_triggers")

# The phases in which a pass is not the answer to a choice.
PRIORITIES = ("M", "A", "D", "B", "INSTANT", "ARS")

# The priority of a setting that makes a player be asked in each step.
ALWAYS_ASKED = "1"

# Effects that Talishar applies without asking, where the rules let the player choose.
APPLIED = {"fyendals_spring_tunic": True}

# An optional cost that Talishar asks as a number: the cost with it.
COSTS = {"staunch_response": 6}

# What equipment does as the chain closes on which it has defended. Talishar does it at once; the order changes nothing.
WEARS = "When the combat chain closes, if this has defended"

# The modes of a card, in the order in which Duelog numbers them.
MODES = {"enlightened_strike_red": ["Draw_a_Card", "Buff_Power", "Go_Again"]}


class Misfit(Cut):
    """An input that does not fit the question: one before it may have been read as another one than it was."""


class Engine:
    """`duelog engine`, as much as is needed here."""

    def __init__(self, duelog):
        command = [duelog, "engine", "--protocol", "2"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, do, **fields):
        """The response to a request. Raises `Cut` with the message of an error."""
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()
        response = json.loads(self.process.stdout.readline())
        if "error" in response:
            raise Cut(response["error"]["message"])
        return response["ok"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Table:
    """A match of the engine, and how its table lies."""

    def __init__(self, engine, match):
        self.engine, self.match, self.view = engine, match, {}

    def look(self):
        """Looks at the table; the engine tells what has changed since the last look."""
        changes = self.engine.ask("view", match=self.match, viewer="judge", changes=True)
        self.view = patched(self.view, changes.get("view", changes.get("changes")) or {})

    def zone(self, name):
        return self.view["zones"].get(name, {}).get("cards", [])

    def where(self, card):
        return next((name for name, zone in self.view["zones"].items() if card in zone["cards"]), None)

    def called(self, card):
        """A card's name as Talishar writes it."""
        return slug(self.view["cards"][str(card)]["name"])

    def lying(self, options):
        """Cards in the order in which they lie in their zones: of copies, Talishar takes the first."""
        return sorted(options, key=lambda option: self.zone(self.where(option["object"])).index(option["object"]))

    def texts(self):
        """The question in words, and its options; cards without their numbers."""
        request = self.engine.ask("request", match=self.match, words=True)["next"]
        return [re.sub(r" #\d+", "", text) for text in (request["question"], *request.get("texts", []))]


def patched(view, patch):
    """What a JSON Merge Patch (RFC 7396) makes of a view."""
    if not isinstance(patch, dict):
        return patch
    view = dict(view) if isinstance(view, dict) else {}
    for name, change in patch.items():
        if change is None:
            view.pop(name, None)
        else:
            view[name] = patched(view.get(name), change)
    return view


def source(text):
    """The card of an effect that triggered."""
    return slug(text.partition(" effect of ")[2].partition(" that triggered")[0])


def asker(question):
    """The card whose effect asks this."""
    return slug(question.partition(": ")[0])


def stated(draw, result):
    return {"purpose": draw["purpose"], "number": draw["number"], "result": result}


def order(names, wanted):
    """For each wanted name the place of a card with that name, each once; None where that cannot be."""
    places = collections.defaultdict(list)
    for place, name in reversed(list(enumerate(names))):
        places[name].append(place)
    if sorted(names) != sorted(wanted):
        return None
    return [places[name].pop() for name in wanted]


class Reader(Table):
    """Answers the questions of a match with the inputs of a replay."""

    def __init__(self, engine, replay, folder):
        super().__init__(engine, "replay")
        self.replay, self.names = replay, replay.known
        self.setup = {"game": GAME, "seed": 1, "draws": [], "decks": [self.deck(seat, folder) for seat in (0, 1)],
                      "labels": {"source": "Talishar"}}
        self.answers, self.kept = [], 0
        self.backed = False  # The answer that is given next is that of an input.
        self.last = 0  # The number of the last input that was taken.
        self.turns = 0  # How many lines say that a turn begins.
        self.agreed = 0  # The answers after which both tables were last the same.
        self.told_turns = any(command.mode == "StartTurn" for command in replay.commands)
        self.asked = [replay.begin.tokens(seat, SETTINGS)[:1] for seat in (0, 1)]
        self.unbacked = False  # Since the last input a player has passed where Talishar asks.
        self.skips = [False, False]  # Who has passed the reactions together with the defenders.
        self.slots = {}

    def deck(self, seat, folder):
        """A deck of what a player begins with."""
        state = self.replay.begin
        counted = collections.Counter(state.cards(seat, CHARACTER) + state.cards(seat, HAND) + state.cards(seat, DECK))
        path = pathlib.Path(folder) / f"player-{seat + 1}.deck"
        path.write_text("".join(f"{count} {self.names[card]}\n" for card, count in counted.items()), encoding="utf-8")
        return str(path)

    # The inputs.

    def next(self):
        """The next input that was not read; what is aside of the match is left out."""
        for command in self.replay.commands:
            if command.taken:
                continue
            if command.mode in ASIDE or command.seat is None:  # Others look on.
                command.taken = True
                if command.mode == "SETTINGS" and command.button == "0":
                    self.asked[command.seat] = [command.card]
                continue
            return command
        return None

    def take(self, command):
        command.taken = self.backed = True
        self.last = max(self.last, command.number)
        return command

    def ahead(self, seat, modes, over):
        """The next input of a player that has one of these modes, where only inputs of the modes `over` stand before it."""
        for command in self.replay.commands:
            if command.taken or command.mode in ASIDE:
                continue
            if command.seat == seat and command.mode in modes:
                return command
            if command.mode not in over:
                return None
        return None

    # The match.

    def begin(self):
        """Begins the match: who goes first, what is equipped, how the decks lie."""
        self.question = self.engine.ask("open", match=self.match, setup=self.setup)["next"]
        first = int(self.replay.begin.line(FIRST)) - 1
        made = self.engine.ask("draws", match=self.match)["draws"]
        self.setup["draws"] = [stated(draw, [first]) for draw in made]
        self.engine.ask("close", match=self.match)
        self.question = self.engine.ask("open", match=self.match, setup=self.setup)["next"]
        self.view = {}
        while self.question["prompt"] in ("first_player", "equipment"):
            self.look()
            seat = self.question["seat"]
            if self.question["prompt"] == "first_player":
                choice = {"pick": [{"seat": first}]}
            else:
                choice = {"pick": self.equipped(seat)}
            self.answer(choice, self.opening(choice))
        self.kept = self.agreed = len(self.answers)
        self.look()
        for seat in (0, 1):
            lie = self.view["players"][str(seat)]["life"]
            if lie != self.replay.begin.life(seat):
                raise Cut(f"player {seat + 1} begins with {self.replay.begin.life(seat)} life, and here with {lie}")

    def equipped(self, seat):
        """The weapons and the equipment of a player, by the places where Talishar keeps them."""
        left = [option["object"] for option in self.question["ask"]["pick"]["options"]]
        self.slots[seat] = [self.zone(f"hero_{seat}")[0]]
        for card in self.replay.begin.cards(seat, CHARACTER)[1:]:
            item = next((item for item in left if self.called(item) == card), None)
            if item is None:
                raise Cut(f"player {seat + 1} cannot begin with {self.names[card]} here")
            self.slots[seat].append(item)
            left.remove(item)
        return [{"object": item} for item in self.slots[seat][1:]]

    def opening(self, choice):
        """The shuffles as the match begins: the decks lie as they lay there."""
        result = []
        for draw in self.engine.ask("draws", match=self.match, choice=choice)["draws"]:
            if draw["purpose"] != "shuffle":
                raise Cut(f"a draw of another kind as the match begins: {draw['purpose']}")
            names = [self.called(card) for card in draw["objects"]]
            for seat in (0, 1):
                top = self.replay.begin.cards(seat, HAND) + self.replay.begin.cards(seat, DECK)
                places = order(names, top[::-1])
                if places and self.where(draw["objects"][0]) == f"deck_{seat}":
                    result.append(stated(draw, places))
        return result

    def answer(self, choice, draws):
        seat = self.question["seat"]
        response = self.engine.ask("answer", match=self.match, seat=seat, choice=choice, draws=draws)
        self.answers.append({"seat": seat, "choice": choice, "draws": draws})
        if self.backed:
            self.kept, self.backed, self.unbacked = len(self.answers), False, False
        self.question, self.outcome = response["next"], response.get("outcome")

    def read(self):
        """Reads the replay to its end, or to what cannot be read."""
        self.outcome = None
        try:
            while self.question:
                self.look()
                self.turn_begins()
                choice = self.choice()
                self.answer(choice, self.drawn(choice))
            return self.over()
        except Cut as reason:
            if isinstance(reason, Misfit):
                self.kept = self.agreed
            here = self.next()
            return str(reason) if here is None or "input " in str(reason) else f"{reason} (before {here})"

    def choice(self):
        """The answer to a question. Who gives up does so at the first question that nothing else answers."""
        prompt, pick, command = self.question["prompt"], self.question["ask"].get("pick") or {}, self.next()
        way = getattr(self, prompt if prompt in OWN else "chosen")
        if command is None or command.mode != CONCEDES:
            return way(pick)
        try:
            if prompt != "priority":
                return way(pick)
        except Cut:
            pass
        self.question["seat"] = self.take(command).seat
        return {"pick": ["concede"]}

    def over(self):
        """The match is over here; whether the replay is, too."""
        last = self.replay.state(self.replay.pointers[-1]) if self.replay.pointers else None
        winner = last.line(WINNER) if last else None
        here = [seat + 1 for seat in self.outcome["winners"]]
        if winner is None and self.unbacked or winner == "0" and here:
            return "the replay ends before the match"
        if winner not in (None, "0") and [int(winner)] != here:
            return f"there player {winner} has won, here {here}"
        self.kept = len(self.answers)
        return None

    # Draws.

    def drawn(self, choice):
        """The draws of an answer, as the table after the last input tells them."""
        made = self.engine.ask("draws", match=self.match, choice=choice)["draws"]
        told = []
        while len(told) < len(made):
            told.append(self.told(made[len(told)], choice, made))
            made = self.engine.ask("draws", match=self.match, choice=choice, draws=told)["draws"]
        return told

    def told(self, draw, choice, made):
        """A draw as it came out there."""
        if draw["among"] < 2:
            return stated(draw, [0] * draw["among"])
        after = self.replay.state_after(self.last)
        if after is None:
            raise Cut(f"a {draw['purpose']} after input {self.last}, and no table tells how it came out")
        if draw["purpose"] == "shuffle":
            return self.shuffled(draw, after, choice)
        if draw["purpose"] == "choice" and draw.get("objects"):
            return self.picked(draw, after, choice, made)
        raise Cut(f"a {draw['purpose']} after input {self.last}, which no table tells")

    def drawn_from(self, objects):
        """Whose cards these are."""
        zones = {self.where(card) for card in objects} - {None}
        seats = {self.view["zones"][zone]["seat"] for zone in zones} - {None}
        if len(seats) != 1:
            raise Cut(f"a draw after input {self.last} among cards of more than one player")
        return seats.pop()

    def shuffled(self, draw, after, choice):
        """A deck that was shuffled. What was drawn from it since then is the last of the hand."""
        seat = self.drawn_from(draw["objects"])
        names = self.names_of(draw, choice)
        hand, top = after.cards(seat, HAND), after.cards(seat, DECK)
        more = len(names) - len(top)
        places = order(names, (hand[len(hand) - more:] + top)[::-1]) if 0 <= more <= len(hand) else None
        if places is None:
            raise Cut(f"the deck of player {seat + 1} after input {self.last} is not the one that was shuffled")
        return stated(draw, places)

    def names_of(self, draw, choice):
        """The cards of a draw. What the answer itself has moved before is a new object, in the order of the old ones."""
        moved = sorted(item["object"] for item in choice["pick"] if isinstance(item, dict) and "object" in item)
        fresh = sorted(card for card in draw["objects"] if str(card) not in self.view["cards"])
        was = dict(zip(fresh, moved)) if len(fresh) <= len(moved) else {}
        names = [self.called(was.get(card, card)) if was.get(card) or card not in fresh else slug(name)
                 for card, name in zip(draw["objects"], draw["cards"])]
        if not all(names):
            raise Cut(f"cards that were drawn and taken at random after one input, {self.last}")
        return names

    def picked(self, draw, after, choice, made):
        """A card of a hand that was taken at random: one that is not there any more."""
        seat = self.drawn_from(draw["objects"])
        among = self.names_of(draw, choice)
        gone = list((collections.Counter(among) - collections.Counter(after.cards(seat, HAND))).elements())
        choices = [other for other in made if other["purpose"] == "choice"]
        left = collections.Counter(gone)
        discarded = []  # Those that are gone, in the order in which they came to the graveyard.
        for card in after.cards(seat, DISCARD)[len(self.zone(f"graveyard_{seat}")):]:
            discarded += [card] * (left[card] > 0)
            left[card] -= 1
        if len(set(gone)) > 1 and len(choices) == len(gone) == len(discarded):
            gone = [discarded[[other["number"] for other in choices].index(draw["number"])]]
        if len(set(gone)) != 1 or gone[0] not in among:
            raise Cut(f"a card at random after input {self.last}: the table does not tell which")
        copies = [place for place, name in enumerate(among) if name == gone[0]]
        left = [among[:place] + among[place + 1:] for place in copies]  # Of copies, the one after which the others lie as they do there.
        return stated(draw, [copies[left.index(after.cards(seat, HAND)) if after.cards(seat, HAND) in left else 0]])

    # Questions: what a player does with priority.

    def priority(self, pick):
        """Plays, activates, passes; an input that cannot be given yet makes the player pass."""
        seat, command, options = self.question["seat"], self.next(), pick["options"]
        turn = self.view["turn"]
        mine = seat == int(turn["active"][-1])
        empty = not self.zone("stack")
        # Talishar asks here in any case; elsewhere whoever has something to play, or wants to be asked always.
        waits = empty and (turn["step"] == "reaction" or turn["step"] == "action" and mine)
        if command is None:
            if self.replay.end:
                raise self.replay.end
            if waits and empty and turn["step"] != "reaction":
                raise Cut("the inputs end here")
        able = len(options) > 1
        passes, plays = self.fits(seat, command, waits, able)
        told = command and command.seat == seat and self.replay.asked(command) and passes
        skips = waits and turn["step"] == "reaction" and self.skips[seat] and not told
        if skips:
            self.skips[seat] = False
        elif command and command.seat == seat:
            if command.mode in PASSES and passes:
                self.take(command)
                return {"pick": ["pass"]}
            option = self.played(command, options) if plays else None
            if option:
                self.take(command)
                self.skips[1 - seat] = False  # Talishar asks again.
                return {"pick": [option]}
        if "pass" not in options:
            raise Misfit("a player cannot pass here")
        if not skips:
            self.unbacked = self.unbacked or waits
            # Whoever plays an action while a chain link resolves passes there with the same input; without anything to play nobody is asked.
            shortened = command and command.seat == seat and turn["step"] == "resolution"
            if passes and not shortened and (able or turn["step"] != "action"):
                self.unanswered(command)
        return {"pick": ["pass"]}

    def unanswered(self, command):
        """Raises where Talishar asks a player, another input comes, and no table tells that the player was not asked."""
        if command and self.replay.asked(command) is None:
            raise Misfit(f"player {self.question['seat'] + 1} is asked in the {self.view['turn']['step']} step, and no input answers")

    def fits(self, seat, command, waits, able):
        """Whether an input can be a pass here, and whether it can be a play: as the table before it tells, or as Talishar asks by its settings."""
        step, empty = self.view["turn"]["step"], not self.zone("stack")
        always, between = self.asked[seat] == [ALWAYS_ASKED], empty and step in ("attack", "defend", "damage")
        asked = self.replay.asked(command)
        if asked is None:
            return waits or always or able and not between, always or not between
        phase, resolving = asked
        if empty and step == "reaction":
            return phase in ("A", "D"), phase in ("A", "D")
        if empty and step == "action" and waits:
            return phase == "M" and not resolving, phase == "M"
        if empty and step == "resolution":
            return phase in ("M", "INSTANT") and resolving, phase in ("M", "INSTANT") and resolving
        return phase == "INSTANT", phase == "INSTANT"

    def turn_begins(self):
        """Reads the line that says so, and compares the tables."""
        turn = self.view["turn"]
        if not self.told_turns or turn["turn"] <= self.turns:
            return
        command = self.next()
        if command is None and self.replay.end:
            raise self.replay.end
        if command is None or command.mode != "StartTurn":
            raise Misfit(f"here turn {turn['turn']} begins" + (f", there {command} comes" if command else ""))
        if command.seat != int(turn["active"][-1]):
            raise Misfit(f"{command}: here it is the turn of the other player")
        self.turns += 1
        table = self.replay.state_of_turn(command)
        differs = table and self.differences(table)
        if differs:
            self.kept = self.agreed
            raise Cut(f"{command}: the tables differ: {differs}")
        command.taken = True
        self.last = command.number
        self.kept = self.agreed = len(self.answers)

    def differences(self, table):
        """Where the table here is another one than there."""
        zones = {HAND: "hand", ARSENAL: "arsenal", DECK: "deck"}
        for seat in (0, 1):
            if table.life(seat) != self.view["players"][str(seat)]["life"]:
                return f"player {seat + 1} has {table.life(seat)} life there, here {self.view['players'][str(seat)]['life']}"
            for zone, name in zones.items():
                here = [self.called(card) for card in self.zone(f"{name}_{seat}")]
                there = table.cards(seat, zone)
                if here != there:
                    return f"the {name} of player {seat + 1} is {there} there, here {here}"
            here = sorted(self.called(card) for card in self.zone(f"graveyard_{seat}"))
            there = sorted(card for card in table.cards(seat, DISCARD))
            if here != there:
                return f"the graveyard of player {seat + 1} is {there} there, here {here}"
        return None

    def played(self, command, options):
        """The option of an input that plays a card or activates an ability, where it is one."""
        seat = command.seat
        if command.mode == FROM_HAND:
            return self.to_play(self.in_hand(command), options)
        if command.mode == CHARACTER_ABILITY:
            return self.ability(command, self.slot(seat, command.card), options)
        if command.mode == FROM_ARSENAL:
            arsenal = self.zone(f"arsenal_{seat}")
            return self.to_play(arsenal[0], options) if len(arsenal) == 1 else None
        if command.mode == FROM_BANISH:
            return self.to_play(self.at(command, f"banished_{seat}", 3), options)
        if command.mode in PERMANENT_ABILITIES:
            mine = [option for option in options if isinstance(option, dict) and "ability" in option
                    and self.where(option["ability"][0]) == "permanent"]
            if len(mine) > 1:
                raise Cut(f"{command}: which of {len(mine)} abilities of {PERMANENT_ABILITIES[command.mode]} is meant is not known")
            return mine[0] if mine else None
        self.known(command)
        return None

    def known(self, command):
        """Raises where nobody knows what an input means."""
        if command.mode not in (FROM_HAND, CHARACTER_ABILITY, FROM_ARSENAL, FROM_BANISH, TO_ARSENAL, TO_BOTTOM, CONCEDES, "StartTurn",
                                *PERMANENT_ABILITIES, *CHOICES, *PASSES):
            raise Cut(f"{command}: what mode {command.mode} means here is not known")

    def to_play(self, card, options):
        return next((option for option in options if isinstance(option, dict) and option.get("act") == [0, card]), None)

    def ability(self, command, card, options):
        able = [option for option in options if isinstance(option, dict) and "ability" in option and option["ability"][0] == card]
        if len(able) > 1:
            raise Cut(f"{command}: which of {len(able)} abilities is meant is not known")
        return able[0] if able else None

    def in_hand(self, command, hand=None):
        """The card of a hand that is meant: its place, and in newer replays its name."""
        hand = hand or self.zone(f"hand_{command.seat}")
        place = int(command.card) if command.card.isdigit() else len(hand)
        card = hand[place] if place < len(hand) else None
        if command.button in self.names and (card is None or self.called(card) != command.button):
            return None
        return card

    def slot(self, seat, index):
        """A weapon or equipment by the place of its first word."""
        place, rest = divmod(int(index), self.replay.begin.stride(seat, CHARACTER)) if index.isdigit() else (0, 1)
        if rest or place >= len(self.slots[seat]):
            raise Cut(f"nothing is at place {index} of the equipment of player {seat + 1}")
        return self.slots[seat][place]

    def at(self, command, zone, stride):
        place = int(command.card) // stride if command.card.isdigit() else len(self.zone(zone))
        return self.zone(zone)[place] if place < len(self.zone(zone)) else None

    # Questions: paying, defending, the end of a turn.

    def pay_pitch(self, pick):
        command = self.next()
        if command and command.seat == self.question["seat"] and command.mode == FROM_HAND:
            option = {"act": [1, self.in_hand(command)]}
            if option in pick["options"]:
                self.take(command)
                return {"pick": [option]}
        raise Misfit(f"a card is pitched here, and {command or 'no input'} pitches none")

    def defenders(self, pick):
        """The inputs up to the pass that ends them. Who does not want to be asked has none."""
        seat, defend = self.question["seat"], []
        while (command := self.next()) and command.seat == seat and (self.replay.asked(command) or ("B",))[0] == "B":
            if command.mode in PASSES:
                self.take(command)
                self.skips[seat] = command.mode == SKIPS
                return {"pick": defend}
            card = {"object": self.defender(command, defend)}
            if card not in pick["options"]:
                break
            self.take(command)
            defend.append(card)
        if command is None and self.replay.end:
            raise self.replay.end
        if command:
            self.known(command)
        if defend:
            raise Misfit(f"no input ends the choice of defenders, and {command or 'none'} comes")
        self.unbacked = True
        self.unanswered(command)
        return {"pick": []}

    def defender(self, command, defend):
        """The card that an input defends with. Those that defend have left the hand there, and are still in it here."""
        if command.mode == CHARACTER_ABILITY:
            return self.slot(command.seat, command.card)
        left = [card for card in self.zone(f"hand_{command.seat}") if {"object": card} not in defend]
        return self.in_hand(command, left) if command.mode == FROM_HAND else None

    def arsenal(self, pick):
        """Talishar asks this after the order of pitched cards."""
        command = self.ahead(self.question["seat"], (TO_ARSENAL, *PASSES), (TO_BOTTOM,))
        if command is None:
            return {"pick": []}
        self.take(command)
        if command.mode != TO_ARSENAL:
            return {"pick": []}
        return {"pick": [self.named(pick["options"], command.card, command)]}

    def pitch_order(self, pick):
        """All but the last one are inputs."""
        left, ordered = list(pick["options"]), []
        while len(left) > 1:
            command = self.ahead(self.question["seat"], (TO_BOTTOM,), (TO_BOTTOM,))
            if command is None:
                if len({self.called(option["object"]) for option in left}) > 1:
                    raise Misfit("no input says in which order pitched cards go to the bottom")
                break
            ordered.append(self.named(left, command.card, command))
            left.remove(ordered[-1])
            self.take(command)
        return {"pick": ordered + left}

    def named(self, options, name, command):
        option = next((option for option in self.lying(options) if self.called(option["object"]) == name), None)
        if option is None:
            raise Misfit(f"{command}: {name} is not among what can be chosen")
        return option

    # Questions: all others.

    def order_triggers(self, pick):
        """The next trigger for the stack: those of one card that do the same are alike, others need an input."""
        texts = self.texts()[1:]
        if len(set(texts)) == 1 or all(WEARS in text for text in texts):
            return {"pick": pick["options"][:1]}
        command = self.next()
        if not command or command.mode != "REORDER" or command.seat != self.question["seat"]:
            raise Misfit("no input says in which order triggers go to the stack")
        names = command.button.split(",")
        card = names[-len(texts)] if len(texts) <= len(names) else None
        meant = [place for place, text in enumerate(texts) if source(text) == card]
        if len({texts[place] for place in meant}) != 1:
            raise Cut(f"{command}: which trigger is meant is not known")
        if len(texts) == 2:
            self.take(command)
        return {"pick": [pick["options"][meant[0]]]}

    def subject(self):
        """The card that a question is about."""
        if "subject" in self.question and str(self.question["subject"]) in self.view["cards"]:
            return self.called(self.question["subject"])
        return asker(self.texts()[0])

    def choosing(self):
        """The next input of the player who is asked, where it is one that chooses."""
        command = self.next()
        if command is None or command.seat != self.question["seat"]:
            return None
        passes = command.mode in PASSES and (self.replay.asked(command) or ("",))[0] not in PRIORITIES
        return command if passes or command.mode in CHOICES else None

    def chosen(self, pick):
        """A choice of cards, yes or no, a mode."""
        seat, options, command = self.question["seat"], pick.get("options"), self.choosing()
        if options is None:
            raise Cut(f"the question {self.question['prompt']} is asked, which no input answers")
        if any(isinstance(option, dict) and "mode" in option for option in options):
            return {"pick": [self.mode(seat, options)]}
        if pick["min"] == pick["max"] == len(options):
            return self.nothing_to_choose(options, command)
        if any(isinstance(option, dict) and "flag" in option for option in options):
            return {"pick": [{"flag": self.agreed_to(command)}]}
        if command and command.mode == "20":
            self.take(command)
            if command.button == "NO":
                return self.nothing(pick, command)
            command = self.choosing()
        command = command or self.ahead(seat, CHOICES, CHOICES)
        if command is None:
            return self.nothing(pick, None)
        self.take(command)
        if command.mode in PASSES:
            return self.nothing(pick, command)
        cards = [{"object": self.meant(command, place, options)} for place in self.places(command)]
        if any(card not in options for card in cards) or not pick["min"] <= len(cards) <= pick["max"]:
            raise Misfit(f"{command}: that cannot be chosen for the question {self.question['prompt']} of {self.subject()}")
        return {"pick": cards}

    def nothing_to_choose(self, options, command):
        """One answer alone is legal. There a player may be asked all the same."""
        objects = options and all(isinstance(option, dict) and "object" in option for option in options)
        if command and (command.mode == "20" or command.mode in CHOICES and objects
                        and [{"object": self.meant(command, place, options)} for place in self.places(command)] == options):
            self.take(command)
        return {"pick": options}

    def nothing(self, pick, command):
        """Nothing is chosen, by an input."""
        if pick["min"] or command is None:
            raise Misfit(f"the question {self.question['prompt']} of {self.subject()} is asked, and {command or 'no input'} does not answer it")
        return {"pick": []}

    def agreed_to(self, command):
        """Yes or no."""
        subject = self.subject()
        family = re.sub("_(red|yellow|blue)$", "", subject)
        if subject in APPLIED:
            return APPLIED[subject]
        if command is None:
            if family in COSTS:  # Where it cannot be paid, Talishar does not ask.
                return False
            raise Misfit(f"no input says whether {subject} is done")
        self.take(command)
        if command.mode in PASSES or command.mode == "20" and command.button in ("YES", "NO"):
            return command.button == "YES"
        if command.mode == "7" and family in COSTS and command.button.isdigit():
            return int(command.button) >= COSTS[family]
        raise Cut(f"{command}: neither yes nor no for {subject}")

    def mode(self, seat, options):
        """A mode, which Talishar asks after what it costs."""
        command = self.ahead(seat, ("17",), CHOICES + (FROM_HAND,))
        if command is None:
            raise Misfit(f"no input chooses a mode of {self.subject()}")
        known = MODES.get(self.subject(), [])
        option = {"mode": known.index(command.button)} if command.button in known else None
        if option not in options:
            raise Cut(f"{command}: the mode {command.button} of {self.subject()} is not known")
        self.take(command)
        return option

    def places(self, command):
        """The places that an input names."""
        if command.mode == "19":
            return command.boxes
        return [command.button if command.mode == "23" else command.card]

    def meant(self, command, place, options):
        """The card that is meant by `MYHAND-2`, by a place alone, or by a name."""
        if place in self.names:
            return self.named(options, place, command)["object"]
        named = re.fullmatch(r"(MY|THEIR)(HAND|DECK|CHAR|ARS)-(\d+)", place)
        if named:
            seat = command.seat if named[1] == "MY" else 1 - command.seat
            zone = {"HAND": "hand", "DECK": "deck", "ARS": "arsenal", "CHAR": None}[named[2]]
            place = named[3]
        else:  # A place alone is one of the zone in which all that can be chosen lies.
            cards = {option["object"] for option in options}
            seat, zone = next((seat for seat in (0, 1) if cards <= set(self.slots[seat])), None), None
            if seat is None:
                zones = {self.where(card) for card in cards}
                zone, _, owner = zones.pop().partition("_") if len(zones) == 1 else ("", "", "")
                seat = int(owner) if zone in ("hand", "deck") else None
            if seat is None or not place.isdigit():
                raise Cut(f"{command}: which card is meant is not known")
        if zone is None:
            return self.slot(seat, place)
        cards = self.zone(f"{zone}_{seat}")
        return cards[int(place)] if int(place) < len(cards) else None

    def write(self, out):
        """Writes the log of what was read, up to the last input."""
        self.engine.ask("open", match="written", setup=self.setup, record=str(out))
        for answer in self.answers[:self.kept]:
            self.engine.ask("answer", match="written", **answer)
        return self.engine.ask("close", match="written")


def read(duelog, folder, out, known=None, reader=Reader):
    """Reads a replay into a log: the reader, and why the log ends before the replay, or None."""
    known = known or known_cards(duelog)
    replay = Replay(folder, known)
    engine = Engine(duelog)
    try:
        with tempfile.TemporaryDirectory() as decks:
            reader = reader(engine, replay, decks)
            reader.begin()
            why = reader.read()
            pathlib.Path(out).unlink(missing_ok=True)
            reader.write(out)
        return reader, why
    finally:
        engine.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="the folder with origGamestate.txt and commandfile.txt")
    parser.add_argument("--out", required=True, help="the log to write")
    parser.add_argument("--duelog", default="target/debug/duelog")
    options = parser.parse_args()
    try:
        reader, why = read(options.duelog, options.folder, options.out)
    except (Cut, OSError, ValueError) as reason:
        print(f"no match begins: {reason}", file=sys.stderr)
        return 2
    print(f"{options.out}: {reader.kept} decisions" + (f"; it ends before the replay: {why}" if why else ""))
    verdict = subprocess.run([options.duelog, "verify", options.out])
    return 1 if why or verdict.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
