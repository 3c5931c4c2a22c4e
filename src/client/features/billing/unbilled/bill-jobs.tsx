import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { Checkbox } from '#client/ui/field.tsx';
import { isJobOn } from './bill-parts.ts';
import type { BillParts } from './use-bill-parts.ts';

interface BillJobsProps {
  readonly bill: UnbilledBill;
  readonly parts: BillParts;
}

/** Which jobs are on a bill, to be unticked one by one: for the keyboard and for phones, where the list has no lines for them. */
export const BillJobs = ({ bill, parts }: BillJobsProps) => {
  const row = parts.rowOf(bill);
  const amounts = new Map(row.part.jobs.map(({ id, cents }) => [id, cents]));
  return (
    <fieldset className="bill-jobs">
      <legend className="sr-only">{t('Jobs on the bill')}</legend>
      {bill.jobs.map(({ id, name, cents }) => {
        const amount = amounts.get(id) ?? cents;
        return (
          <div key={id}>
            <Checkbox label={name} checked={isJobOn(row, id)} onChange={() => parts.pressJob(row, id)} />
            <span>{amount === null ? null : formatMoney(amount, bill.currency)}</span>
          </div>
        );
      })}
    </fieldset>
  );
};
