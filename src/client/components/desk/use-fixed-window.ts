import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How many lines beyond the view are drawn. */
const BEYOND = 4;
/** Until the frame is measured. */
const USUAL_PX = 700;

export interface LineWindow {
  /** The lines to draw, and those that are in view. */
  readonly from: number;
  readonly to: number;
  readonly firstInView: number;
  readonly endOfView: number;
}

interface WindowOptions {
  readonly count: number;
  /** The height of a line, and of what stays at the top and the foot of the view. */
  readonly px: number;
  readonly coveredPx: number;
  /** With another one the view goes back to the top. */
  readonly topOf: string;
}

/** Where the view is: kept, because asking the page for it while it changes makes it lay itself out. */
interface View {
  readonly top: number;
  readonly height: number;
}

const windowOf = ({ top, height }: View, { count, px, coveredPx }: WindowOptions): LineWindow => {
  // A line counts as seen when most of it is.
  const firstInView = Math.min(count, Math.max(0, Math.round(top / px)));
  const endOfView = Math.min(count, Math.max(0, Math.round((top + height - coveredPx) / px)));
  return { from: Math.max(0, firstInView - BEYOND), to: Math.min(count, endOfView + BEYOND), firstInView, endOfView };
};

/** Which of many lines of one height are drawn: those in and near the view of what scrolls. */
export const useFixedWindow = (scroller: RefObject<HTMLElement | null>, options: WindowOptions): LineWindow => {
  const [view, setView] = useState<View>({ top: 0, height: USUAL_PX });
  const isUp = useRef(true);
  const { px, topOf } = options;
  const [shownTop, setShownTop] = useState(topOf);
  if (shownTop !== topOf) {
    setShownTop(topOf);
    setView((before) => ({ ...before, top: 0 }));
  }
  const scrolledFor = useRef(topOf);
  useLayoutEffect(() => {
    if (scrolledFor.current !== topOf) {
      scrolledFor.current = topOf;
      if (!isUp.current) {
        scroller.current?.scrollTo({ top: 0 });
      }
    }
  }, [scroller, topOf]);
  const follow = useCallback(
    (element: HTMLElement) => {
      const top = element.scrollTop;
      isUp.current = top === 0;
      // Lines are drawn when another one comes into view, not with every pixel.
      const line = Math.round(top / px) * px;
      setView((before) =>
        before.top === line && before.height === element.clientHeight ? before : { top: line, height: element.clientHeight },
      );
    },
    [px],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return undefined;
    }
    // Drawn before the frame in which they come into view.
    const scroll = () => flushSync(() => follow(element));
    const sizes = new ResizeObserver(() => follow(element));
    sizes.observe(element);
    element.addEventListener('scroll', scroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', scroll);
    };
  }, [scroller, follow]);
  return windowOf(view, options);
};
