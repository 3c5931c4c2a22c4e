import type { RefObject } from 'react';
import { Link } from 'wouter';
import type { BankLine } from '#shared/billing/schemas/bank-statement.ts';
import { recordPath } from '#client/features/billing/bills/billing-record-words.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { AttentionIcon, CheckIcon, QuestionIcon } from '#client/ui/icons.tsx';
import { leftOf, nameOfLine, reasonWords } from './bank-words.ts';

/** What one can do with a line, by a press or a key. */
export interface LineActs {
  /** Takes it in hand. */
  readonly onTake: (line: BankLine) => void;
  readonly onBook: (line: BankLine) => void;
  readonly onChoose: (line: BankLine) => void;
  readonly onIgnore: (line: BankLine) => void;
  readonly onUndo: (line: BankLine) => void;
}

interface BankLineProps extends LineActs {
  readonly line: BankLine;
  readonly isCurrent: boolean;
  /** Set on the line in hand, to give it the focus. */
  readonly current: RefObject<HTMLLIElement | null>;
  readonly isIdle: boolean;
}

interface BillPartProps {
  readonly part: BankLine['bookings'][number] & { readonly openCents?: number };
  readonly currency: string;
}

const BillPart = ({
  part: { recordId, label, customerName, amountCents, chargeCents, discountCents, openCents },
  currency,
}: BillPartProps) => (
  <p className="bank-head">
    <span>
      <Link href={recordPath(recordId)} className="font-[640] text-act underline">
        {label}
      </Link>{' '}
      {customerName}
    </span>
    <span className="bank-money">
      {formatMoney(amountCents, currency)}
      {openCents !== undefined && openCents !== amountCents + discountCents && (
        <span className="bank-quiet font-normal"> {t('of {amount}', { amount: formatMoney(openCents, currency) })}</span>
      )}
      {chargeCents > 0 && (
        <span className="bank-quiet font-normal">
          {' '}
          {t('plus {amount} fee and interest', { amount: formatMoney(chargeCents, currency) })}
        </span>
      )}
      {discountCents > 0 && (
        <span className="bank-quiet font-normal"> {t('discount {amount}', { amount: formatMoney(discountCents, currency) })}</span>
      )}
    </span>
  </p>
);

const SURENESS = {
  sure: { tone: 'field', icon: CheckIcon, words: () => t('Sure') },
  partly: { tone: 'straw', icon: AttentionIcon, words: () => t('Amount differs') },
  likely: { tone: 'sky', icon: QuestionIcon, words: () => t('Likely') },
} as const;

/** The bills that a line seems to pay, and why; or those that it is booked on. */
const BillSide = ({ line }: { readonly line: BankLine }) => {
  const { match, currency, bookings } = line;
  const known = match && SURENESS[match.sureness];
  return (
    <div className="bank-bill">
      {bookings.map((part) => (
        <BillPart key={part.recordId} part={part} currency={currency} />
      ))}
      {match?.parts.map((part) => (
        <BillPart key={`proposed ${part.recordId}`} part={part} currency={currency} />
      ))}
      {line.state === 'open' && (
        <p className="bank-why">
          {known && (
            <Badge tone={known.tone} icon={known.icon}>
              {known.words()}
            </Badge>
          )}
          <span>{reasonWords(line)}</span>
        </p>
      )}
    </div>
  );
};

/** A payment: left what the bank says, right the bill. */
export const BankLineRow = ({ line, isCurrent, current, isIdle, onTake, onBook, onChoose, onIgnore, onUndo }: BankLineProps) => {
  const { currency, amountCents, bookedCents, state, match } = line;
  const amount = formatMoney(amountCents, currency);
  const day = formatDate(line.bookedOn);
  const isBooked = bookedCents > 0;
  const label = { 'aria-label': nameOfLine(line, day, amount) };
  return (
    // The keys of the screen work on the line in hand; pressing one takes it in hand.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above
    <li
      {...label}
      ref={isCurrent ? current : undefined}
      tabIndex={-1}
      aria-current={isCurrent || undefined}
      className={cx('bank-line', isCurrent && 'bank-current')}
      onClick={() => onTake(line)}
    >
      <div className="bank-said">
        <p className="bank-head">
          <b>{line.payerName ?? t('Unknown payer')}</b>
          <span className="bank-money">{amount}</span>
        </p>
        <p className="bank-quiet">{[day, line.text, line.reference].filter(Boolean).join(' · ')}</p>
        {isBooked && state !== 'matched' && (
          <p className="font-[640]">{t('{amount} left', { amount: formatMoney(leftOf(line), currency) })}</p>
        )}
      </div>
      <BillSide line={line} />
      <div className="bank-acts">
        {state === 'open' ? (
          <>
            {match && (
              <Button size="small" variant={match.sureness === 'sure' ? 'primary' : 'plain'} disabled={isIdle} onClick={() => onBook(line)}>
                {t('Book')}
              </Button>
            )}
            <Button size="small" disabled={isIdle} onClick={() => onChoose(line)}>
              {match ? t('Other bill') : t('Choose bill')}
            </Button>
            <Button size="small" variant="ghost" disabled={isIdle} onClick={() => onIgnore(line)}>
              {t('Set aside')}
            </Button>
            {isBooked && (
              <Button size="small" variant="ghost" disabled={isIdle} onClick={() => onUndo(line)}>
                {t('Undo')}
              </Button>
            )}
          </>
        ) : (
          <Button size="small" disabled={isIdle} onClick={() => onUndo(line)}>
            {t('Undo')}
          </Button>
        )}
      </div>
    </li>
  );
};
