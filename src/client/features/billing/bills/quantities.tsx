import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import { unpricedOf } from '#shared/billing/unpriced.ts';
import { Totals } from './totals.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';

interface QuantitiesProps {
  readonly content: BillingContent;
  readonly jobNames: ReadonlyMap<number, string>;
}

/** What was done and has no amount on the bill, by job and service; renders nothing if everything has an amount. */
export const Quantities = ({ content, jobNames }: QuantitiesProps) => {
  const unpriced = unpricedOf(content);
  if (unpriced.length === 0) {
    return null;
  }
  return (
    <Card>
      <CardHead title={t('Quantities without a price')} />
      <ul>
        {unpriced.map(({ jobId, serviceTypeId, serviceTypeName, entryCount, totals }) => (
          <li
            key={`${jobId} ${serviceTypeId}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-4.5 py-3 last:border-b-0"
          >
            <span className="min-w-0">
              <span className="block font-[640] wrap-anywhere">{serviceTypeName}</span>
              <span className="block text-sm text-ink2">
                {[jobNames.size > 1 ? jobNames.get(jobId) : '', plural(entryCount, '{count} entry', '{count} entries')]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <Totals totals={totals} />
          </li>
        ))}
      </ul>
    </Card>
  );
};
