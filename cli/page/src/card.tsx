// A card as the page draws it.

import type { Figure } from './data';
import type { Card } from './film';
import { counterName, parted } from './names';

/** Marks that are shown in words on a card, with a sign so that colour is never alone. */
const SIGNS: Record<string, [sign: string, word: string]> = {
  tapped: ['↷', 'tapped'],
  'summoning-sick': ['◌', 'new'],
  'face-down': ['▒', 'face down'],
  'face-up': ['◉', 'face up'],
  token: ['◇', 'token'],
  attacking: ['⚔', 'attacks'],
  blocked: ['▣', 'blocked'],
  blocking: ['▣', 'blocks'],
  defending: ['▣', 'defends'],
  frozen: ['❄', 'frozen'],
  marked: ['◎', 'marked'],
  hit: ['✸', 'hit'],
  flipped: ['⇅', 'flipped'],
  turned: ['⇅', 'turned'],
};

const SYMBOLS: Record<string, string> = { W: 'white', U: 'blue', B: 'black', R: 'red', G: 'green', C: 'colorless' };

/** A cost in the notation of its game, symbol by symbol. */
export function Cost({ cost }: { cost: string }) {
  const symbols = cost.match(/\{[^}]+\}/g)?.map((symbol) => symbol.slice(1, -1)) ?? [cost];
  return (
    <span class="cost">
      {symbols.map((symbol) => (
        <span class={`pip ${SYMBOLS[symbol] ?? ''}`}>{symbol}</span>
      ))}
    </span>
  );
}

export function numberOf(figure: Figure, name: string): number | undefined {
  return figure.numbers?.find((number) => number.name === name)?.value;
}

function has(figure: Figure, mark: string): boolean {
  return figure.marks?.includes(mark) ?? false;
}

const TITLES: Record<string, string> = {
  power: 'power',
  toughness: 'toughness',
  defense: 'defense',
  life: 'life',
  loyalty: 'loyalty',
  pitch: 'pitch',
};

function Value({ figure, name, sign }: { figure: Figure; name: string; sign?: string }) {
  const number = figure.numbers?.find((one) => one.name === name);
  if (!number) return null;
  const { value, printed } = number;
  const way = printed === undefined ? '' : value > printed ? 'up' : 'down';
  const title = `${TITLES[name] ?? name} ${value}${printed === undefined ? '' : `, printed ${printed}`}`;
  return (
    <span class={`value ${way}`} title={title}>
      {sign}
      {value > 2_000_000_000 ? '∞' : value}
      {way === 'up' ? '▲' : way === 'down' ? '▼' : ''}
    </span>
  );
}

function Size({ figure }: { figure: Figure }) {
  const toughness = numberOf(figure, 'toughness') !== undefined;
  return (
    <span class="size">
      <span class="both">
        <Value figure={figure} name="power" sign={toughness ? '' : '⚔'} />
        {toughness && <span class="slash">/</span>}
        <Value figure={figure} name="toughness" />
      </span>
      <Value figure={figure} name="defense" sign="▣" />
      <Value figure={figure} name="loyalty" sign="◈" />
      <Value figure={figure} name="life" sign="♥" />
    </span>
  );
}

/** A mark; where there is little room its word is only heard, and told at the pointer. */
function Mark({ sign, word, kind }: { sign: string; word: string; kind?: string }) {
  return (
    <span class={`mark ${kind ?? ''}`} title={word}>
      {sign} <span class="word">{word}</span>
    </span>
  );
}

interface CardProps {
  card: Card;
  count?: number;
  changed?: boolean;
  chosen?: boolean;
  option?: boolean;
  small?: boolean;
  ids?: number[];
  /** What a seat is called. */
  called(seat: number): string;
  pick(id: number): void;
}

export function CardBox({ card, count = 1, changed, chosen, option, small, ids, called, pick }: CardProps) {
  const { figure } = card;
  const colors = figure.colors ?? [];
  const classes = ['card', colors.length > 1 ? 'multi' : (colors[0] ?? 'colorless')];
  if (small) classes.push('small');
  if (has(figure, 'tapped')) classes.push('tapped');
  if (has(figure, 'face-down')) classes.push('facedown');
  if (has(figure, 'attacking')) classes.push('attacking');
  if (has(figure, 'blocking') || has(figure, 'defending')) classes.push('blocking');
  if (changed) classes.push('changed');
  if (chosen) classes.push('chosen');
  if (option) classes.push('option');
  const damage = numberOf(figure, 'damage');
  const cards = numberOf(figure, 'cards');
  const pitch = numberOf(figure, 'pitch');
  return (
    <button
      type="button"
      class={classes.join(' ')}
      aria-pressed={chosen ?? false}
      data-object={(ids ?? [card.id]).join(' ')}
      onClick={() => pick(card.id)}
    >
      <span class="strip" aria-hidden="true">
        {colors.map((color) => (
          <i class={color} />
        ))}
      </span>
      <span class="top">
        <span class={/\S{10}/.test(card.name) ? 'name long' : 'name'}>{parted(card.name)}</span>
        <span class="heard">, {card.line},</span>
      </span>
      {(figure.cost || pitch !== undefined) && (
        <span class="costs">
          {figure.cost && <Cost cost={figure.cost} />}
          {pitch !== undefined && (
            <span class="pitch" role="img" aria-label={`pitch ${pitch}`}>
              {'●'.repeat(Math.min(pitch, 4))}
            </span>
          )}
        </span>
      )}
      {!small && <span class="types" aria-hidden="true">{[...(figure.types ?? []), ...(figure.subtypes ?? [])].join(' ')}</span>}
      <span class="marks">
        {changed && <Mark sign="✱" word="changed" kind="new" />}
        {figure.owner !== undefined && figure.owner !== figure.side && <span class="mark">⇄ of {called(figure.owner)}</span>}
        {(figure.marks ?? []).map((mark) => SIGNS[mark] && <Mark sign={SIGNS[mark][0]} word={SIGNS[mark][1]} />)}
        {(figure.counters ?? []).map((one) => <span class="mark">⬢ {one.count}× {counterName(one.name)}</span>)}
        {cards !== undefined && <span class="mark">▤ {cards} cards</span>}
        {damage !== undefined && <span class="mark hurt">✸ {damage} damage</span>}
      </span>
      <span class="foot">
        {count > 1 && <span class="count">×{count}</span>}
        <Size figure={figure} />
      </span>
    </button>
  );
}

/** Cards that cannot be seen. */
export function Backs({ count, name }: { count: number; name: string }) {
  if (count === 0) return null;
  return (
    <span class="backs" role="img" aria-label={`${count} hidden ${count === 1 ? 'card' : 'cards'}, ${name}`}>
      {Array.from({ length: Math.min(count, 7) }, () => (
        <i />
      ))}
      <b>{count}</b>
    </span>
  );
}
