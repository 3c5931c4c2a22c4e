import { t } from '#client/lib/texts.ts';
import { decimalOf, MOST_DIGITS, readNumber, shownNumber, unreadIn } from '#client/lib/typed-number.ts';

/** Why a number field cannot accept the input. */
export interface NumberRefusal {
  readonly words: string;
  /**
   * The number that may have been meant, as a form holds it: the user confirms it with one press, also where a keypad has no other
   * separator.
   */
  readonly meant: string | null;
}

const unreadRefusal = (typed: string, name: string): NumberRefusal => {
  const read = readNumber(typed);
  if ('decimal' in read) {
    // When typed it was no number, when opened it is one.
    return { words: t('{name} must be a valid number', { name }), meant: read.decimal };
  }
  if (read.why === 'tooLong') {
    return { words: t('{name} can have at most {count} digits', { name, count: MOST_DIGITS }), meant: null };
  }
  return read.instead === null
    ? { words: t('{name} must be a valid number', { name }), meant: null }
    : { words: t('{typed} is ambiguous. Write {number}.', { typed, number: shownNumber(read.instead) }), meant: read.instead };
};

/** What is wrong with the number that a form holds, if anything; empty input is valid. */
export const numberRefusal = (held: string, name: string, isBelowZeroFine = true): NumberRefusal | undefined => {
  const typed = unreadIn(held);
  if (typed !== null) {
    return unreadRefusal(typed.trim(), name);
  }
  return !isBelowZeroFine && decimalOf(held)?.startsWith('-')
    ? { words: t('{name} must be zero or more', { name }), meant: null }
    : undefined;
};
