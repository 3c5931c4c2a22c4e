import type { ReactNode } from 'react';

interface FactsProps {
  /** Words and values in their order; what is null or empty is left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

const isKnown = (value: ReactNode): boolean => value !== null && value !== undefined && value !== '';

/** What is known of a record, on the screen that is about it. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className="grid gap-x-8 gap-y-2.5 p-4.5 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-y-4">
    {facts
      .filter(([, value]) => isKnown(value))
      .map(([label, value]) => (
        <div key={label} className="grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-baseline gap-x-3 sm:block">
          <dt className="text-sm text-ink2">{label}</dt>
          <dd className="font-[560] wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
);
