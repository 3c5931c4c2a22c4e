import { KeyCap } from '#client/components/desk/key-cap.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { MailIcon, PhoneIcon, PrintIcon } from '#client/ui/icons.tsx';
import { overdueIn, type ReceivableRow, sumsBy } from './receivable-rows.ts';
import { moneyWords } from './receivable-words.ts';

interface ReceivableActionsProps {
  /** What is selected, or the customer in hand. */
  readonly rows: readonly ReceivableRow[];
  readonly hasSelection: boolean;
  /** Null: mail is not set up here. */
  readonly canMail: boolean | null;
  readonly isOff: boolean;
  readonly isBusy: boolean;
  readonly onMail: () => void;
  readonly onPrint: () => void;
  readonly onCalled: () => void;
  readonly onPay: () => void;
}

const LEVELS = [
  (count: number) => plural(count, '{count} first', '{count} first'),
  (count: number) => plural(count, '{count} second', '{count} second'),
  (count: number) => plural(count, '{count} final', '{count} final'),
] as const;

/** What the letters of these customers are, with what they cost: '2 first, 1 final. No fee, no interest.' */
const lettersWords = (rows: readonly ReceivableRow[], canMail: boolean | null): string => {
  const letters = rows.flatMap(({ letter }) => letter ?? []);
  const counts = LEVELS.flatMap((words, index) => {
    const count = letters.filter(({ level }) => level === index + 1).length;
    return count === 0 ? [] : [words(count)];
  });
  if (counts.length === 0) {
    return t('No reminder due.');
  }
  const added = sumsBy(rows, ({ letter }) => (letter?.feeCents ?? 0) + (letter?.interestCents ?? 0)).filter(({ cents }) => cents > 0);
  const fee = added.length === 0 ? t('No fee, no interest.') : t('Fees and interest: {amount}.', { amount: moneyWords(added) });
  const unaddressed = canMail === true ? rows.filter(({ letter }) => letter?.recipients.length === 0).length : 0;
  const rest = unaddressed === 0 ? '' : plural(unaddressed, '{count} has no email address.', '{count} have no email address.');
  return [`${counts.join(', ')}.`, fee, rest].filter(Boolean).join(' ');
};

const overdueWords = (rows: readonly ReceivableRow[]): string => {
  const sums = sumsBy(rows, ({ overdueCents }) => overdueCents).filter(({ cents }) => cents > 0);
  return sums.length === 0
    ? plural(rows.length, '{count} customer selected', '{count} customers selected')
    : plural(rows.length, '{count} customer selected, {amount} overdue', '{count} customers selected, {amount} overdue', {
        amount: moneyWords(sums),
      });
};

/** What is done with the selected customers, or with the one in hand. */
export const ReceivableActions = ({
  rows,
  hasSelection,
  canMail,
  isOff,
  isBusy,
  onMail,
  onPrint,
  onCalled,
  onPay,
}: ReceivableActionsProps) => {
  const due = rows.filter(({ letter }) => letter !== undefined);
  const mailed = due.filter(({ letter }) => letter?.recipients.length !== 0);
  const mail = (
    <Button
      variant="primary"
      size="small"
      icon={MailIcon}
      disabled={isOff || mailed.length === 0}
      busyText={isBusy && t('Sending...')}
      onClick={onMail}
    >
      {plural(mailed.length, 'Email {count} reminder', 'Email {count} reminders')}
    </Button>
  );
  const print = (
    <Button
      variant={canMail === false ? 'primary' : 'plain'}
      size="small"
      icon={PrintIcon}
      disabled={isOff || due.length === 0}
      onClick={onPrint}
    >
      {t('Print letters')}
    </Button>
  );
  return (
    <div className="desk-acts owed-acts">
      <p>
        <b>{hasSelection ? overdueWords(rows) : (rows[0]?.businessName ?? t('Select customers to remind them.'))}</b>{' '}
        {rows.length > 0 && <span>{lettersWords(rows, canMail)}</span>}
      </p>
      <span className="desk-grow" />
      <Button size="small" disabled={isOff || rows.length === 0} onClick={onPay}>
        {t('Record payment')}
        <KeyCap of="pay" isHidden />
      </Button>
      <Button size="small" icon={PhoneIcon} disabled={isOff || overdueIn(rows).length === 0} onClick={onCalled}>
        {t('Called today')}
      </Button>
      {print}
      {canMail === true && mail}
    </div>
  );
};
