import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { covers, type Part, partsOf, type Span, spanBetween, spansOf, startsOf } from '#client/ui/row-window.ts';

/** Longer lists are drawn in part. */
const MOST_ROWS = 100;
/** How far beyond the view rows are drawn, and from where on more are: a row is there before it comes into view. */
const DRAWN_PX = 900;
const NEEDED_PX = 300;
const FIRST: Span = { from: 0, to: 30 };

type Key = number | string;

/** Heights of rows that were drawn, at one width of the list; others count as `usual`. */
interface Heights {
  readonly known: Map<Key, number>;
  readonly usual: number;
  readonly width: number;
  /** The space between two rows. */
  readonly between: number;
}

/** The heights with those of the rows that are drawn now. The usual one is that of the first ones, and stays: what is not drawn must not move. */
const measure = (list: HTMLElement, before: Heights, parts: readonly Part[], keyAt: (index: number) => Key): Heights => {
  const isSame = before.width === list.offsetWidth;
  const known = isSame ? before.known : new Map<Key, number>();
  const between = isSame ? before.between : Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  const isFirst = known.size === 0;
  let isNew = !isSame;
  parts.forEach((part, place) => {
    const row = part.kind === 'row' ? list.children[place] : undefined;
    if (part.kind === 'row' && row) {
      const height = row.getBoundingClientRect().height + between;
      isNew ||= known.get(keyAt(part.index)) !== height;
      known.set(keyAt(part.index), height);
    }
  });
  if (!isNew) {
    return before;
  }
  const usual = isFirst && known.size > 0 ? [...known.values()].reduce((sum, height) => sum + height, 0) / known.size : before.usual;
  return { known, usual, width: list.offsetWidth, between };
};

/** A list is printed in full. */
const useIsPrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The page is printed as it is when the event handler returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
};

/** The key of the row in the list that has the focus. */
const useFocusedKey = (list: RefObject<HTMLElement | null>, isPart: boolean, keyAt: (index: number) => Key): Key | null => {
  const [key, setKey] = useState<Key | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!isPart || !element) {
      return undefined;
    }
    const come = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      setKey(row ? keyAt(Number(row.dataset['index'])) : null);
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) {
        setKey(null);
      }
    };
    element.addEventListener('focusin', come);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', come);
      element.removeEventListener('focusout', leave);
    };
  }, [list, isPart, keyAt]);
  return key;
};

/**
 * Draws, and stays at the end of what scrolls around the list if the view is there: rows that were never drawn get their heights on the
 * way.
 */
const drawAtEdge = ({ target }: Event, list: Element | null, draw: () => void): void => {
  const scroller = target === document ? document.scrollingElement : target;
  if (!(scroller instanceof Element) || !scroller.contains(list)) {
    draw();
    return;
  }
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  // A pixel is lost to rounding.
  const [isAtTop, isAtEnd] = [scrollTop <= 1, scrollTop + clientHeight >= scrollHeight - 1];
  draw();
  // If nothing grew, scrolling is left alone: it may be on its way from there.
  if (scroller.scrollHeight !== scrollHeight && (isAtTop || isAtEnd)) {
    scroller.scrollTop = isAtTop ? 0 : scroller.scrollHeight;
  }
};

/**
 * Handles Home and End instantly: browsers scroll smoothly to where the end was when the key was pressed, past rows that grow on the way.
 */
const jumpToEdge = (event: KeyboardEvent, list: Element | null): void => {
  const { key, target, defaultPrevented } = event;
  const isElsewhere = target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog') !== null;
  const page = document.scrollingElement;
  if ((key === 'Home' || key === 'End') && !defaultPrevented && !isElsewhere && page?.contains(list)) {
    event.preventDefault();
    page.scrollTop = key === 'Home' ? 0 : page.scrollHeight;
  }
};

interface RowWindow<E> {
  /** For the element whose children are the parts. */
  readonly list: RefObject<E | null>;
  /** Whether only a part of the rows is drawn. */
  readonly isPart: boolean;
  /** What to draw, in order. Rows carry their index as `data-index`; gaps have their given height. */
  readonly parts: readonly Part[];
}

/** Which rows of a long list are drawn: those in and near the view, and the focused one. Each keeps the height at which it was drawn. */
export const useRowWindow = <E extends HTMLElement, Row>(rows: readonly Row[], keyOf: (row: Row) => Key, usual: number): RowWindow<E> => {
  const list = useRef<E>(null);
  const isPrinting = useIsPrinting();
  const isPart = rows.length > MOST_ROWS && !isPrinting;
  const [heights, setHeights] = useState<Heights>(() => ({ known: new Map(), usual, width: 0, between: 0 }));
  const [view, setView] = useState(FIRST);
  const keyAt = useCallback((index: number): Key => (rows[index] === undefined ? '' : keyOf(rows[index])), [rows, keyOf]);
  const focusedKey = useFocusedKey(list, isPart, keyAt);
  const focused = focusedKey === null || !isPart ? -1 : rows.findIndex((row) => keyOf(row) === focusedKey);

  const starts = useMemo(
    () => startsOf(rows.length, isPart ? (index) => heights.known.get(keyAt(index)) ?? heights.usual : () => 0),
    [rows, keyAt, isPart, heights],
  );
  const parts = useMemo(
    () => partsOf(isPart ? spansOf(rows.length, view, focused) : [{ from: 0, to: rows.length }], starts, heights.between),
    [isPart, rows, view, focused, starts, heights],
  );
  const look = useCallback(() => {
    const element = list.current;
    if (!isPart || !element) {
      return;
    }
    const { top } = element.getBoundingClientRect();
    const within = (margin: number) => spanBetween(starts, -top - margin, window.innerHeight - top + margin);
    if (!covers(view, within(NEEDED_PX))) {
      setView(within(DRAWN_PX));
    }
  }, [isPart, starts, view]);

  useLayoutEffect(() => {
    if (isPart && list.current) {
      setHeights(measure(list.current, heights, parts, keyAt));
      look();
    }
  }, [isPart, heights, parts, keyAt, look]);
  useEffect(() => {
    if (!isPart) {
      return undefined;
    }
    // Drawn before the frame in which they come into view.
    const follow = () => flushSync(look);
    const followScroll = (event: Event) => drawAtEdge(event, list.current, follow);
    // Whatever scrolls: the page, or the container of the list.
    window.addEventListener('scroll', followScroll, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    const jump = (event: KeyboardEvent) => jumpToEdge(event, list.current);
    window.addEventListener('keydown', jump);
    return () => {
      window.removeEventListener('scroll', followScroll, { capture: true });
      window.removeEventListener('resize', follow);
      window.removeEventListener('keydown', jump);
    };
  }, [isPart, look]);
  return { list, isPart, parts };
};
