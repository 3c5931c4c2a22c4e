import { type RefObject, useLayoutEffect, useRef } from 'react';
import { OFFICE_MEMORY } from './office-memory.ts';

interface Parts {
  /** What the first card holds. */
  readonly cardRef: RefObject<HTMLDivElement | null>;
  readonly sideRef: RefObject<HTMLDivElement | null>;
  /** What the last card of the side holds. */
  readonly lastRef: RefObject<HTMLDivElement | null>;
}

/** The frame of a card. */
const FRAME_PX = 2;

const heightOf = (element: Element): number => element.getBoundingClientRect().height;

/** The heights that `officeRoom` keeps the next time: without the rows that are gone then. */
const remember = (card: Element, side: Element, last: Element): void => {
  const column = document.getElementById('office');
  const [room, ...others] = [...(column?.children ?? [])];
  const lowest = others.findLast((each) => heightOf(each) > 0);
  const gone = [...card.querySelectorAll('[data-done]')].reduce((sum, row) => sum + heightOf(row), 0);
  const ofCard = heightOf(card) + FRAME_PX - gone;
  const below = room && lowest ? lowest.getBoundingClientRect().bottom - room.getBoundingClientRect().bottom : 0;
  const ofSide = last.getBoundingClientRect().bottom + FRAME_PX / 2 - side.getBoundingClientRect().top;
  const heights = [ofCard, ofCard + below, ofSide].map((height) => `${Math.ceil(height)}px`);
  localStorage.setItem(OFFICE_MEMORY + (innerWidth >> 8), heights.join(' '));
};

/** Remembers how high the parts are when nobody looks at them any more: until then they keep the room that they have. */
export const useRoomMemory = (): Parts => {
  const cardRef = useRef<HTMLDivElement>(null);
  const sideRef = useRef<HTMLDivElement>(null);
  const lastRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const leave = (): void => {
      // Without the last ones, not all is here yet.
      if (cardRef.current && sideRef.current && lastRef.current) {
        remember(cardRef.current, sideRef.current, lastRef.current);
      }
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, []);
  return { cardRef, sideRef, lastRef };
};
