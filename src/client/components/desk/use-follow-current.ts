import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Followed<L> {
  readonly lines: readonly L[];
  readonly keyOf: (line: L) => string;
  /** Whether the line is the head of a group, which comes along with its first row. */
  readonly isHead: (line: L) => boolean;
  /** The key of the row in hand. */
  readonly current: string | undefined;
}

/** Heights in pixels: of every line, and of what stays at the top and the foot of the view. */
interface Heights {
  readonly px: number;
  readonly headPx: number;
  readonly footPx: number;
}

/** Scrolls the row in hand into view, below the head and clear of the edge. */
export const useFollowCurrent = <L>(
  scroller: RefObject<HTMLElement | null>,
  { lines, keyOf, isHead, current }: Followed<L>,
  { px, headPx, footPx }: Heights,
): void => {
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || current === undefined || before.current === current) {
      return;
    }
    before.current = current;
    const place = lines.findIndex((line) => keyOf(line) === current);
    const top = place * px;
    const height = element.clientHeight - headPx - footPx;
    const above = lines[place - 1];
    const headTop = above !== undefined && isHead(above) ? top - px : top;
    if (headTop < element.scrollTop) {
      element.scrollTo({ top: headTop });
    } else if (top + px > element.scrollTop + height) {
      element.scrollTo({ top: top + px - height });
    }
  }, [scroller, lines, keyOf, isHead, current, px, headPx, footPx]);
};
