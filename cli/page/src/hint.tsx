// A card's words, shown beside the card under the pointer or the focus.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Cost } from './card';
import type { Film, Table } from './film';

interface Props {
  host: RefObject<HTMLDivElement | null>;
  film: Film;
  table: Table;
  name: string;
}

/** How long the pointer rests on a card before it is told, in milliseconds. */
const REST = 180;

export function Hint({ host, film, table, name }: Props) {
  const [at, setAt] = useState<HTMLElement | undefined>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const board = host.current;
    if (!board) return;
    let timer = 0;
    const cardOf = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-object]') ?? undefined;
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      clearTimeout(timer);
      const card = cardOf(event);
      timer = window.setTimeout(() => setAt(card), card ? REST : 0);
    };
    const leave = () => {
      clearTimeout(timer);
      setAt(undefined);
    };
    const focus = (event: FocusEvent) => {
      const card = cardOf(event);
      if (card?.matches(':focus-visible')) setAt(card);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && leave();
    board.addEventListener('pointerover', over);
    board.addEventListener('pointerleave', leave);
    board.addEventListener('focusin', focus);
    board.addEventListener('focusout', leave);
    addEventListener('keydown', key);
    return () => {
      clearTimeout(timer);
      board.removeEventListener('pointerover', over);
      board.removeEventListener('pointerleave', leave);
      board.removeEventListener('focusin', focus);
      board.removeEventListener('focusout', leave);
      removeEventListener('keydown', key);
    };
  }, []);
  const id = Number(at?.dataset['object']?.split(' ')[0]);
  const card = at?.isConnected ? table.card(id) : undefined;
  useLayoutEffect(() => {
    const own = box.current;
    if (!own || !at || !card) return;
    at.setAttribute('aria-describedby', name);
    const [beside, size] = [at.getBoundingClientRect(), own.getBoundingClientRect()];
    const right = beside.right + 8 + size.width <= innerWidth;
    own.style.left = `${Math.max(4, right ? beside.right + 8 : beside.left - 8 - size.width)}px`;
    own.style.top = `${Math.max(4, Math.min(beside.top, innerHeight - size.height - 4))}px`;
    return () => at.removeAttribute('aria-describedby');
  });
  if (!card) return null;
  const words = film.wordsOf(card, table);
  return (
    <div class="hint" role="tooltip" id={name} ref={box}>
      <p class="hint-name">
        <b>{card.name}</b> {card.figure.cost && <Cost cost={card.figure.cost} />}
      </p>
      <p class="muted">{card.line}</p>
      {words?.length === 0 ? <p class="muted">It has no text.</p> : words?.map((line) => <p>{line}</p>)}
    </div>
  );
}
