import type { NextBill } from '#shared/billing/schemas/billing-record.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { KeyCap } from '#client/components/desk/key-cap.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { SendIcon } from '#client/ui/icons.tsx';
import { numbersFrom, waysOf } from './bill-rows.ts';
import { sentWords } from './bill-words.ts';

/** What the one press will do. */
export const issueWords = (bills: readonly UnbilledBill[]): string => {
  if (bills.length === 0) {
    return t('Issue and send');
  }
  return waysOf(bills).mail > 0
    ? plural(bills.length, 'Issue and send {count} bill', 'Issue and send {count} bills')
    : plural(bills.length, 'Issue {count} bill', 'Issue {count} bills');
};

/** The numbers that bills would get, in words: '2025-0214 to 2025-0248'. */
export const numberWords = (next: NextBill | undefined, day: string, count: number): string => {
  const [first, last] = next === undefined ? [] : numbersFrom(next, day, count);
  return first === undefined ? '' : last === undefined ? first : t('{first} to {last}', { first, last });
};

export interface IssueFootProps {
  readonly selected: readonly UnbilledBill[];
  readonly next: NextBill | undefined;
  readonly day: string;
  readonly isBusy: boolean;
  readonly onDay: (day: string) => void;
  readonly onIssue: () => void;
}

/** Numbers to come, date and ways of the selected bills, and the press that issues them. */
export const IssueFoot = ({ selected, next, day, isBusy, onDay, onIssue }: IssueFootProps) => (
  <footer className="bill-foot">
    <dl>
      <div>
        <dt>{t('Numbers')}</dt>
        <dd>{numberWords(next, day, waysOf(selected).numbered)}</dd>
      </div>
      <div>
        <dt>
          <label htmlFor="bill-day">{t('Date')}</label>
        </dt>
        <dd>
          <input
            id="bill-day"
            className="bill-day"
            type="date"
            value={day}
            min={next?.from}
            max={next?.until}
            onChange={({ target }) => target.value !== '' && onDay(target.value)}
          />
        </dd>
      </div>
      <div>
        <dt>{t('Sent')}</dt>
        <dd>{sentWords(waysOf(selected))}</dd>
      </div>
    </dl>
    <IssueButton selected={selected} isBusy={isBusy} onIssue={onIssue} />
  </footer>
);

export const IssueButton = ({ selected, isBusy, onIssue }: Pick<IssueFootProps, 'selected' | 'isBusy' | 'onIssue'>) => {
  const isOffline = useIsOffline();
  return (
    <>
      {isOffline && <p className="bill-offline">{t('Bills are numbered online.')}</p>}
      <Button variant="primary" icon={SendIcon} disabled={isOffline || isBusy || selected.length === 0} onClick={onIssue}>
        {issueWords(selected)} <KeyCap of="issue" isHidden />
      </Button>
    </>
  );
};
