import type { EntryQuestionInput } from '#shared/domain/entry-question.ts';
import type { Hint } from '#shared/domain/hint.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { type AskedMeasure, measured } from '#shared/domain/open-question.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { type HintContext, hintSentence, missingSentence } from './hint-words.ts';
import { choiceWords, measureWords } from './question-words.ts';

/** What a question begins with. */
export type QuestionStart = Pick<EntryQuestionInput, 'text'> & { readonly choices: EntryQuestionInput['choices'] };

interface Odd {
  readonly entry: JobEntry;
  readonly hints: readonly Hint[];
  readonly missing: readonly string[];
}

/** 'Fuel on Truck 7, was it 38 or 380 gal?', with both numbers to choose from. */
const slipStart = (entry: JobEntry, measure: AskedMeasure, one: number, other: number, context: HintContext): QuestionStart => {
  const [machineId] = entry.equipmentIds;
  const machine = machineId === undefined ? undefined : context.machineName(machineId);
  const words = { field: measureWords(measure), one: formatNumber(one), other: choiceWords(measure, other, context.units) };
  return {
    text:
      machine === undefined
        ? t('{field}, was it {one} or {other}?', words)
        : t('{field} on {machine}, was it {one} or {other}?', { ...words, machine }),
    choices: { measure, values: [one, other] },
  };
};

/** What the office is likeliest to ask about an entry: whether the number that looks like a slip is one, or what is missing. */
export const questionStart = ({ entry, hints, missing }: Odd, context: HintContext): QuestionStart => {
  const slip = hints.find(({ measure, suggestion }) => measure !== null && suggestion !== null);
  const value = slip?.measure ? measured(entry, slip.measure) : undefined;
  if (slip?.measure && slip.suggestion !== null && typeof value === 'number') {
    return slipStart(entry, slip.measure, slip.suggestion, value, context);
  }
  const [hint] = hints;
  if (hint) {
    return { text: `${hintSentence(hint, context, entry).title} ${t('Is that right?')}`, choices: null };
  }
  return { text: missing.length > 0 ? `${missingSentence(missing)}.` : '', choices: null };
};
