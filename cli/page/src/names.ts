// How things are called that have a name for programs alone.

/** A game's name as a title: `Flesh and Blood` of `flesh-and-blood`. */
export function titled(game: string): string {
  return game
    .split('-')
    .map((word) => (word === 'and' ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

/** The players of a match as its title: `Ann against Bob`; more than two stand in a list. */
export function title(names: string[]): string {
  if (names.length < 3) return names.join(' against ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}

/** What a number counts: `shield` beside 1, `shields` beside others. */
export function counted(number: number | string | undefined, many: string): string {
  return String(number) === '1' ? many.replace(/s$/, '') : many;
}

/** Two consonants that stand for one sound, or begin a syllable together. */
const TOGETHER = /[cgpstw]h|[bcdfgkpt]r|[bcfgkps]l|s[cknpt]/i;

/** A name with places where a long word of it may be parted by a hyphen: between syllables, three letters from its ends. */
export function parted(name: string): string {
  return name.replace(/\p{L}{10,}/gu, (word) => {
    const vowel = (at: number) => /[aeiouy]/i.test(word[at] ?? '');
    let told = word.slice(0, 3);
    for (let at = 3; at < word.length; at++) {
      // A syllable begins with the last sound before its vowel, or with the vowel after another one that ended.
      const own = !vowel(at) && vowel(at + 1) && !(!vowel(at - 1) && TOGETHER.test(word.slice(at - 1, at + 1)));
      const pair = !vowel(at) && !vowel(at + 1) && vowel(at + 2) && TOGETHER.test(word.slice(at, at + 2));
      const heard = [...word.slice(0, at)].some((_, before) => vowel(before));
      told += ((own || pair) && heard && at <= word.length - 3 ? '\u00ad' : '') + word[at];
    }
    return told;
  });
}

/** The decks of a match; where all are called the same, that name once. */
export function decks(names: string[]): string {
  return (new Set(names).size === 1 ? names.slice(0, 1) : names).join(' / ');
}

const COUNTED: Record<string, string> = { p: 'power', d: 'defense' };

/** What a counter is called: `-1 defense` of `-1d`. */
export function counterName(name: string): string {
  return name.replace(/^([+-]\d+)([pd])$/, (_, number: string, of: string) => `${number} ${COUNTED[of]}`);
}

/** A fact as people say it: what counters are called, and whether an opening hand is kept. */
export function saidOf(name: string, value: string): [name: string, value: string] {
  if (name === 'kept') return ['opening hand', value === 'yes' ? 'kept' : 'not kept yet'];
  if (name === 'lost') return ['lost:', value];
  if (name === 'counters') return [name, value.replace(/[+-]\d+[pd](?= x)/g, counterName)];
  return [name.replace(/-/g, ' '), value];
}
