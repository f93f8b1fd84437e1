// How things are called that have a name for programs alone.

/** A game's name as a title: `Flesh and Blood` of `flesh-and-blood`. */
export function titled(game: string): string {
  return game
    .split('-')
    .map((word) => (word === 'and' ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

/** What a number counts: `shield` beside 1, `shields` beside others. */
export function counted(number: number | string | undefined, many: string): string {
  return String(number) === '1' ? many.replace(/s$/, '') : many;
}
