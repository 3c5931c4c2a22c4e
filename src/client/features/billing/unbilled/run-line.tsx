import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { BillingRun, RunDocument } from '#shared/billing/schemas/billing-run.ts';
import { callFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { download } from '#client/lib/download.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { CheckIcon, CloseIcon, PrintIcon } from '#client/ui/icons.tsx';
import { RunTroubles } from './run-troubles.tsx';

/** How far the run is, in sentences. */
const runWords = ({ count, waiting, toMail, issued, failed, finishedAt, undelivered, onTheWay }: BillingRun): string => {
  if (finishedAt === null) {
    return waiting === 0 && toMail > 0
      ? plural(toMail, 'All are issued. {count} email waits to be sent.', 'All are issued. {count} emails wait to be sent.')
      : t('Issued {issued} of {count}. You can go on working.', { issued, count });
  }
  return [
    failed === 0
      ? plural(count, 'Issued {count} bill.', 'Issued {count} bills.')
      : t('Issued {issued} of {count}. {failed} need your attention.', { issued, count, failed }),
    undelivered > 0 ? plural(undelivered, 'The email of {count} bill came back.', 'The emails of {count} bills came back.') : '',
    onTheWay > 0
      ? plural(onTheWay, 'The email of {count} bill is still on its way.', 'The emails of {count} bills are still on their way.')
      : '',
  ]
    .filter(Boolean)
    .join(' ');
};

interface RunLineProps {
  readonly run: BillingRun;
  readonly onPutAway: () => void;
}

/** A billing run in a line: how far it is, what failed or came back and why, and its bills for the printer. */
export const RunLine = ({ run, onPutAway }: RunLineProps) => {
  const { id: orgId } = useOrganization();
  const today = useToday();
  const notices = useNotices();
  const { change, isBusy } = useBillingChange();
  const [isPrinted, setPrinted] = useState(false);
  const { id, count, waiting, toMail, issued, failed, undelivered, toPost, finishedAt, items } = run;
  const failedItems = items.filter(({ state }) => state === 'failed');
  const params = { orgId, id };

  const retry = async () => {
    try {
      // As it would be now, which is what is shown.
      const again = failedItems.map(({ place, digest, grossCents, now }) => ({ place, ...(now ?? { digest, grossCents }) }));
      await change((ask) => ask(routes.billingRuns.retry, { params, body: { items: again } }));
    } catch (error) {
      notices.failure(t('Failed to try again'), error);
    }
  };
  const print = async (which: RunDocument) => {
    try {
      const { content, name } = await callFile(routes.billingRuns.document, { params, query: { which } });
      download(content, name);
      setPrinted(true);
    } catch (error) {
      notices.failure(t('Failed to download'), error);
    }
  };
  const post = async () => {
    try {
      await change((ask) => ask(routes.billingRuns.posted, { params, body: { sentOn: today } }));
    } catch (error) {
      notices.failure(t('Failed to save'), error);
    }
  };
  return (
    <section className="bill-run" aria-label={t('Billing run')}>
      <div className="bill-run-line">
        <p role="status">
          {finishedAt !== null && failed + undelivered === 0 && <CheckIcon aria-hidden="true" />}
          {runWords(run)}
        </p>
        {finishedAt === null && <progress aria-label={t('Billing run')} max={2 * count} value={2 * count - 2 * waiting - toMail} />}
        <span className="desk-grow" />
        {failed > 0 && finishedAt !== null && (
          <Button size="small" busyText={isBusy && t('Saving...')} onClick={() => void retry()}>
            {t('Try again')}
          </Button>
        )}
        {toPost > 0 && finishedAt !== null && (
          <>
            <Button size="small" icon={PrintIcon} onClick={() => void print('print')}>
              {plural(toPost, 'Print {count} bill', 'Print {count} bills')}
            </Button>
            {isPrinted && (
              <Button size="small" icon={CheckIcon} disabled={isBusy} onClick={() => void post()}>
                {t('Printed and posted')}
              </Button>
            )}
          </>
        )}
        {finishedAt !== null && issued > toPost && (
          <Button size="small" variant="ghost" icon={PrintIcon} onClick={() => void print('all')}>
            {plural(issued, 'Print {count} bill', 'Print all {count} bills')}
          </Button>
        )}
        {finishedAt !== null && <IconButton label={t('Close')} icon={CloseIcon} onClick={onPutAway} />}
      </div>
      <RunTroubles run={run} />
    </section>
  );
};
