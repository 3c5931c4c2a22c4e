import { type ReactNode, useState } from 'react';
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
            Show {Math.min(STEP, rows.length - count)} more
          </Button>
        </div>
      )}
    </>
  );
};
