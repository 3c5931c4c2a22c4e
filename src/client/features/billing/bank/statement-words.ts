import type { BankStatement } from '#shared/billing/schemas/bank-statement.ts';
import { plural, t } from '#client/lib/texts.ts';

/** Rows that were left out because nobody knows whether they came in, with what their column says; empty if there are none. */
export const unclearWords = (csv: BankStatement['csv']): string => {
  const { rows, words } = csv?.unclear ?? { rows: 0, words: [] };
  const said = words.map((word) => (word === '' ? t('nothing') : word)).join(', ');
  return rows === 0
    ? ''
    : plural(
        rows,
        '{count} row is left out: what its column for in or out says is not known ({words}).',
        '{count} rows are left out: what their column for in or out says is not known ({words}).',
        { words: said },
      );
};

/** What became of a file, in a sentence or two. */
export const resultWords = ({ added, known, corrected, ignored, undated, csv }: BankStatement): string =>
  [
    plural(added, '{count} new payment.', '{count} new payments.'),
    known > 0 ? plural(known, '{count} already imported.', '{count} already imported.') : '',
    corrected > 0 ? plural(corrected, '{count} of these was corrected.', '{count} of these were corrected.') : '',
    ignored > 0 ? plural(ignored, '{count} other line was left out.', '{count} other lines were left out.') : '',
    unclearWords(csv),
    undated > 0 ? plural(undated, '{count} has the date of the statement.', '{count} have the date of the statement.') : '',
  ]
    .filter((words) => words !== '')
    .join(' ');
