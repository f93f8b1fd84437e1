"""`duelog scribe` as it listens: lines are given one after another, and each answer tells what is asked next.

A line that is refused because a question stands before it leads to an answer of whoever plays (`reply`); cards that a line
shows, and results of chance, are said as soon as they are asked for.
"""

import json
import os
import re
import select
import subprocess
import time

# The seconds that a line may take: the scribe ends its own search much earlier.
PATIENCE = 60

QUESTION = re.compile(r"P(\d) is asked `([^`]*)` \((.*?) (\S+)\): (.*)$", re.S)


class Refused(Exception):
    """A line that is not taken down, and why."""

    def __init__(self, line, why):
        super().__init__(f"`{line}`: {why}")
        self.line, self.why = line, why


class Question:
    """What a player is asked: the prompt, the words, the options."""

    def __init__(self, text):
        found = QUESTION.search(text)
        self.seat, self.prompt = int(found[1]) - 1, found[2]
        self.words, self.rule = found[3], found[4]
        self.amount, _, options = found[5].partition(" split among " if " split among " in found[5] else " of ")
        self.options = options.split(" / ")

    @staticmethod
    def read(text):
        return Question(text) if text and QUESTION.search(text) else None


class LiveScribe:
    """A scribe at work; `reply` gives the words that answer a question, `shown` the cards that everybody has come to see, and
    `chance` the result of a draw among a number. They return None where they know nothing."""

    def __init__(self, duelog, decks, log, notes, reply, shown, chance):
        self.reply, self.shown, self.chance = reply, shown, chance
        self.log, self.lines, self.asked, self.buffer, self.slowest = log, [], None, b"", (0, "")
        command = [duelog, "scribe", "-", "--format", "json", "--game", "magic", "--decks", *decks, "--seed", "1",
                   "--out", log, "--keep", notes, "--replace"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def heard(self):
        """The next object that the scribe writes."""
        until = time.monotonic() + PATIENCE
        while b"\n" not in self.buffer:
            if not select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))[0]:
                self.process.kill()
                raise Refused(self.lines[-1], "a line is looked at for too long")
            read = os.read(self.process.stdout.fileno(), 1 << 16)
            if not read:
                raise Refused(self.lines[-1] if self.lines else "", "the scribe has ended")
            self.buffer += read
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line)

    def attempt(self, line):
        """Gives a line: None if it is taken, and otherwise why not."""
        begun = time.monotonic()
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        heard = self.heard()
        self.slowest = max(self.slowest, (time.monotonic() - begun, line))
        if "error" in heard:
            return heard["error"]
        self.lines.append(line)
        self.asked = Question.read(heard["asked"])
        return None

    def say(self, line):
        """Gives a line, and answers what is asked before it."""
        for _ in range(60):
            why = self.attempt(line)
            if why is None:
                return
            if not self.answered(why):
                raise Refused(line, why)
        raise Refused(line, why)

    def answered(self, why):
        """Answers what the scribe wants to know; False if it wants nothing, or nobody knows it."""
        said = None
        if found := re.search(r"this shows everybody (a|\d+) cards? that no line names", why):
            names = self.shown(1 if found[1] == "a" else int(found[1]))
            said = names and f"shown: {', '.join(names)}"
        elif found := re.search(r"chance decides here, among (\d+)", why):
            result = self.chance(int(found[1]))
            said = result and f"chance: {result}"
        elif question := Question.read(why):
            if self.asked is None or self.asked.prompt != question.prompt or self.asked.seat != question.seat:
                if self.attempt(f"pass until P{question.seat + 1} is asked {question.prompt}") is not None:
                    return False
            said = self.asked and self.answer(self.asked)
        return bool(said) and self.attempt(said) is None

    def answer(self, question):
        words = self.reply(question)
        return words and f"P{question.seat + 1} chooses {words}"

    def end(self):
        """The last that the scribe says: decisions, how the match ended."""
        self.process.stdin.close()
        ended = None
        try:
            while True:
                ended = self.heard()
        except Refused:
            pass
        self.process.wait()
        return ended

    def kill(self):
        self.process.kill()
        self.process.wait()
