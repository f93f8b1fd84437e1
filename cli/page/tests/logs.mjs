// Logs that the tests look at, played over `duelog engine` from positions.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Plays from a position and writes the log; each answer is the first option whose text has the words. */
export async function played(program, log, setup, answers) {
  const child = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line) => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    const told = JSON.parse((await lines.next()).value);
    if (told.error) throw new Error(`${told.error.message}; ${told.error.remedy}`);
    return told;
  };
  let told = await ask({ setup, log });
  for (const words of answers) {
    const { seat, options = [] } = told.request;
    const option = options.find((one) => one.text.includes(words));
    if (!option) throw new Error(`no "${words}" in: ${told.request.question} ${options.map((one) => one.text).join(' | ')}`);
    told = await ask({ answer: { seat, choice: { pick: [option.item] } } });
  }
  await ask({ quit: {} });
  child.stdin.end();
  return told;
}

/** Two bolts with a growth between them, all still on the stack; the second bolt aims at another target. */
export const STACK = {
  setup: {
    game: 'magic',
    seed: 1,
    position: {
      turn: { step: 'precombat main', number: 5 },
      players: [
        {
          zones: {
            hand: ['Lightning Bolt', 'Giant Growth', 'Lightning Bolt'],
            battlefield: ['Craw Wurm', 'Mountain', 'Mountain', 'Forest'],
            library: ['Forest'],
          },
        },
        { zones: { battlefield: ['Serra Angel'], library: ['Plains'] } },
      ],
    },
  },
  answers: [
    'cast Lightning Bolt', 'seat 1', '{R}', 'pay now',
    'cast Giant Growth', 'Craw Wurm', '{G}', 'pay now',
    'cast Lightning Bolt', 'Serra Angel', '{R}',
  ],
};

/** A board with 52 creatures. */
export const CROWD = {
  setup: {
    game: 'magic',
    seed: 1,
    position: {
      turn: { step: 'precombat main', number: 9 },
      players: [0, 1].map(() => ({
        zones: {
          hand: ['Lightning Bolt', 'Giant Growth', 'Forest'],
          battlefield: [...CREATURES().slice(0, 26), ...Array(8).fill('Forest'), ...Array(4).fill('Mountain')],
          library: ['Forest'],
        },
      })),
    },
  },
  answers: [],
};

/** A table of several players, each with creatures of their own, lands and a hand. */
export const round = (seats) => ({
  setup: {
    game: 'magic',
    seed: 1,
    position: {
      turn: { step: 'precombat main', number: 9 },
      players: Array.from({ length: seats }, (_, seat) => ({
        zones: {
          hand: ['Lightning Bolt', 'Giant Growth', 'Forest', 'Craw Wurm', 'Serra Angel', 'Forest'],
          battlefield: [...CREATURES().slice(seat, seat + 6), ...Array(5).fill('Forest'), ...Array(3).fill('Mountain'), 'Swamp'],
          library: ['Forest'],
        },
      })),
    },
  },
  answers: [],
});

function CREATURES() {
  return [
    'Craw Wurm', 'Serra Angel', 'Child of Night', 'Vampire Nocturnus', 'Ball Lightning', 'Xathrid Demon', 'Nightmare',
    'Hypnotic Specter', 'Bogardan Hellkite', 'Royal Assassin', 'Siege-Gang Commander', 'Captain of the Watch',
    'Merfolk Looter', 'Kalonian Behemoth', 'Sandcrafter Mage', 'Relief Captain', 'Llanowar Elves', 'Elvish Archdruid',
    'Air Elemental', 'Baneslayer Angel', 'White Knight', 'Black Knight', 'Goblin Piker', 'Lightning Elemental', 'Giant Spider', 'Runeclaw Bear',
  ];
}
