// The game on paper: by turns, without what nobody tells of a game.

import type { Film } from './film';
import { titled } from './names';

function add(parent: HTMLElement, tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Writes the transcripts into an element, once. */
export function write(films: Film[], host: HTMLElement): void {
  if (host.childElementCount === 0) films.forEach((film) => transcript(film, host));
}

function transcript(film: Film, host: HTMLElement): void {
  const { head } = film;
  add(host, 'h1', head.players.map((player) => player.name).join(' against '));
  add(host, 'p', `${titled(head.game)}, rules of ${head.edition}; ${head.verdict}: ${head.message}`);
  if (head.outcome && head.outcome !== head.message) add(host, 'p', head.outcome);
  for (const turn of film.turns) {
    const score = film.scores.map((values, seat) => `${head.players[seat]!.name} ${values[turn.from]}`).join(', ');
    const title = turn.turn === 0 ? 'Before the first turn' : `Turn ${turn.turn}: ${film.playerName(turn.active)}`;
    add(host, 'h2', turn.turn === 0 ? title : `${title} (${head.score}: ${score})`);
    const list = add(host, 'ol', '');
    for (let place = turn.from; place <= turn.to; place++) {
      const step = film.steps[place]!;
      const told = (['event', 'note'].includes(step.k) && !step.f) || ['disputed', 'rewind', 'end'].includes(step.k);
      if (!told) continue;
      const rule = step.r === undefined ? '' : ` (${film.text(step.r)})`;
      const mark = step.k === 'event' ? '' : step.k === 'disputed' ? 'Disputed: ' : `${step.k}: `;
      const item = add(list, 'li', `${mark}${film.text(step.x)}${rule}`);
      item.dataset['decision'] = String(step.d);
    }
    if (list.childElementCount === 0) add(list, 'li', 'nothing that is told');
  }
}
