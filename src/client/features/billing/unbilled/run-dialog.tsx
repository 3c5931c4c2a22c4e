import { useState } from 'react';
import type { NextBill } from '#shared/billing/schemas/billing-record.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { MAX_TEXT } from '#shared/domain/fields.ts';
import { Facts } from '#client/components/facts.tsx';
import { dayProblem } from '#client/features/billing/drafts/bill-days.ts';
import { useIsRead } from '#client/features/billing/drafts/use-is-read.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { CloudOffIcon, EditIcon, ErrorIcon, SendIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';
import { RecipientList } from './bill-recipients.tsx';
import { allOnPaper, sumOfBills, waysOf } from './bill-rows.ts';
import { jobsOfCustomers, sentWords } from './bill-words.ts';
import { issueWords, numberWords } from './issue-foot.tsx';

/** As each customer wants them, or all for the printer. */
type RunWays = 'wanted' | 'paper';

interface RunDialogProps {
  readonly bills: readonly UnbilledBill[];
  readonly next: NextBill | undefined;
  readonly day: string;
  /** What the server said to the last press. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** The bills, each with the way that it goes. `message` is what the mails say; empty: the usual words. */
  readonly onIssue: (bills: readonly UnbilledBill[], message: string) => void;
  readonly onClose: () => void;
}

/** The question before bills get their numbers: it repeats what the press will do. It asks for nothing: a message of one's own can be added, and all of them can go on paper. */
export const RunDialog = ({ bills: wanted, next, day, problem, isBusy, onIssue, onClose }: RunDialogProps) => {
  const isOffline = useIsOffline();
  const [message, setMessage] = useState<string>();
  const [ways, setWays] = useState<RunWays>('wanted');
  const [shownAt] = useState(() => Date.now());
  const isRead = useIsRead(shownAt);
  const bills = ways === 'paper' ? allOnPaper(wanted) : wanted;
  const sent = waysOf(bills);
  const sum = sumOfBills(bills);
  const wrong = problem ?? (next && dayProblem(day, next));
  const unnumbered = bills.length - sent.numbered;
  return (
    <Dialog
      title={t('Issue these bills?')}
      size="small"
      onClose={() => isRead && !isBusy && onClose()}
      onSubmit={() => isRead && wrong === undefined && onIssue(bills, message ?? '')}
      footer={
        <>
          <Button onClick={() => !isBusy && onClose()}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            icon={SendIcon}
            disabled={!isRead || isOffline || next === undefined || wrong !== undefined}
            busyText={isBusy && t('Issuing...')}
          >
            {issueWords(bills)}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div>
          <p className="text-sm text-ink2">{jobsOfCustomers(sum)}</p>
          <p className="text-3xl font-bold wrap-anywhere tabular-nums">{formatMoney(sum.cents, bills[0]?.currency ?? '')}</p>
        </div>
        {isOffline && (
          <Note tone="straw" icon={CloudOffIcon}>
            {t('Bills are numbered online.')}
          </Note>
        )}
        {wrong !== undefined && (
          <Note tone="poppy" icon={ErrorIcon}>
            {wrong}
          </Note>
        )}
        <Facts
          shape="dialog"
          facts={[
            [t('Numbers'), numberWords(next, day, sent.numbered)],
            [t('Date'), formatDate(day)],
            [t('Sent'), sentWords(sent)],
            [t('Work records'), unnumbered > 0 ? t('{count}, without amounts and numbers of bills', { count: unnumbered }) : null],
          ]}
        />
        {waysOf(wanted).mail > 0 && (
          <RadioGroup
            label={t('How they are sent')}
            choices={[
              { id: 'wanted', name: t('By email where wanted') },
              { id: 'paper', name: t('All on paper'), hint: t('One PDF for the printer') },
            ]}
            value={ways}
            onChange={setWays}
          />
        )}
        <RecipientList bills={bills} next={next} day={day} />
        {sent.mail > 0 &&
          (message === undefined ? (
            <span>
              <Button size="small" variant="ghost" icon={EditIcon} onClick={() => setMessage('')}>
                {t('Add a message')}
              </Button>
            </span>
          ) : (
            <Field
              label={plural(sent.mail, 'Message of the email', 'Message of all {count} emails')}
              hint={t('Leave empty for the standard message.')}
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={4}
                  maxLength={MAX_TEXT}
                  // It came by a press on the button in its place.
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
                  autoFocus
                  value={message}
                  onChange={({ target }) => setMessage(target.value)}
                />
              )}
            </Field>
          ))}
      </DialogBody>
    </Dialog>
  );
};
