// The games of a match of several games, in order, with links.

/** A match of several games. */
export interface Games {
  /** How it stands, in words. */
  said: string;
  games: { game: number; end: string; log?: string; page?: string }[];
  findings: string[];
}

export function GamesOfMatch({ games }: { games: Games }) {
  const wrong = games.findings.length > 0;
  return (
    <nav class={`games ${wrong ? 'wrong' : ''}`} aria-label="games of the match">
      <b>{wrong ? 'mismatched' : 'match'}</b> {games.said}
      <ol>
        {games.games.map((one) => (
          <li class={one.log === undefined ? 'gone' : ''}>
            {one.page !== undefined ? (
              <a href={one.page} title={one.log}>game {one.game}</a>
            ) : (
              <span aria-current={one.log !== undefined ? 'page' : undefined}>game {one.game}</span>
            )}
            : {one.end}
          </li>
        ))}
      </ol>
      {games.findings.map((finding) => <p class="finding">{finding}</p>)}
    </nav>
  );
}
