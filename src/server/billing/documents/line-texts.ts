import type { DocumentLine } from '#shared/billing/document.ts';
import { inWords } from '#shared/billing/line-words.ts';
import { sourceIn } from '#shared/billing/measure-words.ts';
import { UNITS } from '#shared/domain/units.ts';
import { type Spoken, writtenFor } from './numbers.ts';
import { UNIT_WORDS } from './words.ts';

type Counted = Pick<DocumentLine, 'unit' | 'basis'>;

/** The line's unit, in the bill's language; empty if it has none. */
export const unitOf = ({ unit, basis }: Counted, { units, language }: Spoken): string =>
  unit ?? (basis === 'fuel' ? UNITS[units].fuel : basis === null ? '' : (UNIT_WORDS[language][basis] ?? ''));

/** A quantity of the line with its unit, as the bill's language writes both: '12,5 Std.'. */
export const measured = (text: string, line: Counted, document: Spoken): string => {
  const { number } = writtenFor(document);
  return `${number(text)} ${unitOf(line, document)}`.trim();
};

/** How the line's amount is computed, in the bill's language, one sentence each; none if quantity times price says it. */
export const calculationIn = (document: Spoken, line: Counted & Pick<DocumentLine, 'calculation'>): string[] => {
  const { language } = document;
  const writer = {
    ...writtenFor(document),
    language,
    measured: (text: string) => measured(text, line, document),
    source: (name: string) => sourceIn(language, name),
  };
  return line.calculation.map((sentence) => inWords(sentence, writer));
};
