import type { UnbilledJob } from '#shared/billing/schemas/unbilled-job.ts';
import { Totals } from '#client/features/billing/bills/totals.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';

/** A job that has been completed for longer than this, and is not billed, is marked. */
export const LATE_DAYS = 14;

/** How long a job has been completed, marked if that is too long. */
export const Age = ({ job: { days } }: { readonly job: UnbilledJob }) => {
  const words = days === 0 ? t('today') : plural(days, '{count} day', '{count} days');
  return days > LATE_DAYS ? (
    <Badge tone="straw" icon={AttentionIcon}>
      {words}
    </Badge>
  ) : (
    <span className="whitespace-nowrap tabular-nums">{words}</span>
  );
};

const amountWords = ({ entryCount, hasAmount, grossCents, currency }: UnbilledJob): string => {
  if (!hasAmount) {
    return entryCount === 0 ? t('No entries') : t('No rate');
  }
  return grossCents === null ? t('Unknown') : formatMoney(grossCents, currency);
};

/** The amount of a job, or what was done if nothing of it has a price, and how much of it would be lost. */
export const JobAmount = ({ job }: { readonly job: UnbilledJob }) => {
  const lost = job.warnings.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className="inline-grid gap-y-0.5 tabular-nums lg:justify-items-end">
      <span className="inline-flex min-h-6 items-center gap-2">
        {job.hasAmount && lost > 0 && (
          <span className="inline-flex items-center gap-1 text-straw-fg" title={plural(lost, '{count} warning', '{count} warnings')}>
            <AttentionIcon className="size-4" aria-hidden="true" />
            <span aria-hidden="true">{lost}</span>
            <span className="sr-only">{plural(lost, '{count} warning', '{count} warnings')}</span>
          </span>
        )}
        <span className={job.hasAmount ? 'font-[640]' : 'font-[640] text-straw-fg'}>{amountWords(job)}</span>
      </span>
      {!job.hasAmount && job.quantities.length > 0 && (
        <span className="text-sm text-ink2 lg:text-right">
          <Totals totals={job.quantities} />
        </span>
      )}
    </span>
  );
};
