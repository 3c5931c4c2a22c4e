import { type RefObject, useEffect, useRef } from 'react';

/** The nearest element around it that scrolls. */
const scrollerOf = (element: Element | null): Element | null =>
  element === null || getComputedStyle(element).overflowY === 'auto' ? element : scrollerOf(element.parentElement);

/** For a place that grows and shrinks by itself: what is below it stays under the thumb, what is above moves away. */
export const useStillBelow = (): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    const scroller = scrollerOf(element);
    if (!element || !scroller) {
      return undefined;
    }
    let height = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      scroller.scrollTop += element.offsetHeight - height;
      height = element.offsetHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return place;
};
