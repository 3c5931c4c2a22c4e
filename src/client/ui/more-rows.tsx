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

/** How far below the view the next part of a list is requested, so that it is there before the user reaches it. */
const AHEAD = '0px 0px 1200px 0px';

interface NextRowsProps {
  readonly isBusy: boolean;
  /** Whether to continue only when pressed: after a failure it should not be retried again and again. */
  readonly isHeld: boolean;
  /** How long the user has to stay at the end, where more comes from the server and not from this device. */
  readonly pauseMs?: number;
  readonly onNext: () => void;
  readonly children: string;
}

/** The end of a list that is read in parts: continues by itself when the user comes near, or when pressed. */
export const NextRows = ({ isBusy, isHeld, pauseMs = 0, onNext, children }: NextRowsProps) => {
  const button = useRef<HTMLDivElement>(null);
  const readOn = useEffectEvent(onNext);
  useEffect(() => {
    const element = button.current;
    if (!element || isBusy || isHeld) {
      return undefined;
    }
    // Recreated after each part: it reports at once whether the end is still near.
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
