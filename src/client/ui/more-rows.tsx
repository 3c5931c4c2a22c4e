import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';

const STEP = 50;

interface MoreRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** A long list in parts: its first rows, and a button that adds the next ones. */
export const MoreRows = <Row,>({ rows, children }: MoreRowsProps<Row>) => {
  const [count, setCount] = useState(STEP);
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count && (
        <div className="grid justify-items-center border-t border-line p-3 [[data-cards]:first-child+&]:border-t-0">
          <Button size="small" onClick={() => setCount(count + STEP)}>
            {t('Show {count} more', { count: Math.min(STEP, rows.length - count) })}
          </Button>
        </div>
      )}
    </>
  );
};

/** How far below the view the next part of a list is asked for: it is there before one comes to it. */
const AHEAD = '0px 0px 1200px 0px';

interface NextRowsProps {
  readonly isBusy: boolean;
  /** Whether to go on only when pressed: after a failure nobody wants it tried again and again. */
  readonly isHeld: boolean;
  /** How long one has to stay at the end, where more is asked of others than of this device. */
  readonly pauseMs?: number;
  readonly onNext: () => void;
  readonly children: string;
}

/** At the end of a list that is read in parts: reads on by itself when one comes near, or when pressed. */
export const NextRows = ({ isBusy, isHeld, pauseMs = 0, onNext, children }: NextRowsProps) => {
  const button = useRef<HTMLDivElement>(null);
  const readOn = useEffectEvent(onNext);
  useEffect(() => {
    const element = button.current;
    if (!element || isBusy || isHeld) {
      return undefined;
    }
    // Begun anew after each part: it tells at once whether the end is still near.
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && readOn(), { rootMargin: AHEAD });
    const timer = window.setTimeout(() => observer.observe(element), pauseMs);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, [isBusy, isHeld, pauseMs]);
  return (
    <div ref={button} className="mt-4">
      <Button busyText={isBusy && t('Loading...')} onClick={onNext}>
        {children}
      </Button>
    </div>
  );
};
