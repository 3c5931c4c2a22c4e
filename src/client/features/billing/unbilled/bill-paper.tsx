import type { BillLine } from '#shared/billing/schemas/bill.ts';
import type { BillPreview } from '#shared/billing/schemas/unbilled-bill.ts';
import { countryOfSeller } from '#shared/billing/country-of-seller.ts';
import { rateMachineOf } from '#shared/billing/rate-machine.ts';
import { taxesSaid } from '#shared/billing/taxes-said.ts';
import { addDays } from '#shared/lib/dates.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { lineTitle, quantityWords } from '#client/features/billing/bills/bill-words.ts';
import { termsWords } from '#client/features/billing/terms-words.ts';
import { formatMoney, formatPercent, formatPrice } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';

interface LineProps {
  readonly line: BillLine;
  readonly currency: string;
  /** Where there are several jobs. */
  readonly jobName: string | undefined;
}

const Line = ({ line, currency, jobName }: LineProps) => {
  const units = useUnits();
  const below = [jobName, rateMachineOf(line)].filter(Boolean).join(', ');
  return (
    <tr>
      <td>
        <b>{lineTitle(line)}</b>
        {below !== '' && <small>{below}</small>}
      </td>
      <td>{quantityWords(line, units)}</td>
      <td>{line.price === null ? null : formatPrice(line.price, currency)}</td>
      <td>{formatMoney(line.cents, currency)}</td>
    </tr>
  );
};

interface BillPaperProps {
  readonly preview: BillPreview;
  /** The number and day that it would get now. */
  readonly number: string | undefined;
  readonly day: string;
}

/** The bill as it would be issued now, as a small sheet of paper. */
export const BillPaper = ({ preview, number, day }: BillPaperProps) => {
  const organization = useOrganization();
  const { bill, customer, jobs, paymentDays, currency, hasAmount } = preview;
  const names = new Map(jobs.length > 1 ? jobs.map(({ id, name }) => [id, name]) : []);
  const tax = organization.taxName ?? t('Tax');
  return (
    <article className="bill-paper" aria-label={t('Bill for {name}', { name: customer.businessName })}>
      <header>
        <b>{organization.name}</b>
        <p>
          {hasAmount ? t('Bill') : t('Work record')}
          {hasAmount && number !== undefined && <b>{number}</b>}
        </p>
      </header>
      <div className="bill-paper-parties">
        <p>
          {t('Billed to')}
          <b>{customer.businessName}</b>
          <span>{customer.address ?? t('No address')}</span>
        </p>
        {hasAmount && (
          <p>
            {t('Due')}
            <b>{formatDate(addDays(day, paymentDays))}</b>
            <span>{termsWords(paymentDays, countryOfSeller(organization))}</span>
          </p>
        )}
      </div>
      {bill === null ? (
        <p>{t('An amount is too large. Check quantities and prices.')}</p>
      ) : bill.lines.length === 0 ? (
        <p>{t('No amounts, only quantities')}</p>
      ) : (
        <table>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('Service')}</th>
              <th scope="col">{t('Quantity')}</th>
              <th scope="col">{t('Price')}</th>
              <th scope="col">{t('Amount')}</th>
            </tr>
          </thead>
          <tbody>
            {bill.lines.map((line) => (
              <Line key={line.key} line={line} currency={currency} jobName={names.get(line.jobId ?? 0)} />
            ))}
          </tbody>
          <tfoot>
            {taxesSaid(bill.taxes).map(({ taxPercent, taxIncluded, taxCents }) => (
              <tr key={`${taxPercent} ${String(taxIncluded)}`}>
                <td colSpan={3}>
                  {t(taxIncluded ? '{tax} {percent}, included' : '{tax} {percent}', { tax, percent: formatPercent(Number(taxPercent)) })}
                </td>
                <td>{formatMoney(taxCents, currency)}</td>
              </tr>
            ))}
            <tr className="bill-paper-total">
              <td colSpan={3}>{t('Total due')}</td>
              <td>{formatMoney(bill.grossCents, currency)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </article>
  );
};
