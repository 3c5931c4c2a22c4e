import type { BillingRunHead } from '#shared/billing/schemas/billing-run.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { ErrorIcon } from '#client/ui/icons.tsx';

const countWords = (count: number): string => plural(count, '{count} bill', '{count} bills');

/** How many of its bills somebody has to care for. */
const toMind = ({ failed, undelivered }: BillingRunHead): number => failed + undelivered;

interface EarlierRunsDialogProps {
  readonly runs: readonly BillingRunHead[];
  readonly onShow: (id: number) => void;
  readonly onClose: () => void;
}

/** The newest runs: each is shown again with what failed in it, and its bills in one PDF. */
export const EarlierRunsDialog = ({ runs, onShow, onClose }: EarlierRunsDialogProps) => (
  <Dialog title={t('Earlier runs')} size="small" onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
    <DialogBody>
      <ul className="bill-runs" aria-label={t('Earlier runs')}>
        {runs.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              onClick={() => {
                onShow(run.id);
                onClose();
              }}
            >
              <span>
                <b>{formatTimestamp(run.createdAt)}</b>
                {run.createdByName}
              </span>
              <span>
                <b>{countWords(run.count)}</b>
                {toMind(run) > 0 && (
                  <span className="desk-tag desk-poppy">
                    <ErrorIcon aria-hidden="true" />
                    {t('{count} failed', { count: toMind(run) })}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </DialogBody>
  </Dialog>
);
