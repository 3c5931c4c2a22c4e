import type { BankLine, MatchReason } from '#shared/billing/schemas/bank-statement.ts';
import { plural, t } from '#client/lib/texts.ts';

const foundWords = ({ found, value }: MatchReason): string => {
  switch (found) {
    case 'reference':
      return t('Reference {value}', { value });
    case 'number':
      return t('Number {value} in the text', { value });
    case 'account':
      return t('{value} paid from this account before', { value });
    case 'name':
      return t('Name of {value}', { value });
  }
};

const fitWords = (fit: MatchReason['fit'], bills: number): string => {
  switch (fit) {
    case 'exact':
      return t('amount equal');
    case 'discount':
      return t('amount equal, less the agreed discount');
    case 'charges':
      return t('amount equal, with fee and interest of the reminder');
    case 'several':
      return plural(bills, 'amount equal to {count} bill', 'amount equal to {count} bills together');
    case 'less':
      return t('less than what is open');
    case 'more':
      return t('more than what is open');
  }
};

/** Why a bill is proposed: 'Number 2025-0147 in the text, amount equal'. */
export const reasonWords = ({ match }: Pick<BankLine, 'match'>): string =>
  match === null ? t('No bill found') : `${foundWords(match.because)}, ${fitWords(match.because.fit, match.parts.length)}`;

/** What a line is called where it is not seen: 'Hof Lindner, 12.06.2026, 178,50 €'. */
export const nameOfLine = (line: BankLine, day: string, amount: string): string =>
  [line.payerName ?? t('Unknown payer'), day, amount].join(', ');

/** What is left of a line to be booked. */
export const leftOf = ({ amountCents, bookedCents }: BankLine): number => amountCents - bookedCents;
