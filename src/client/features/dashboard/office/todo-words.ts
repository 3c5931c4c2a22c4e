import { capital } from '#shared/capital.ts';
import type { HintKind } from '#shared/domain/hint.ts';
import type { Office } from '#shared/domain/office.ts';
import { isColumnName } from '#shared/domain/system-fields.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { midSentence, type PlainText, plural, t, wordsOf } from '#client/lib/texts.ts';
import { dayWords, momentWords } from './office-dates.ts';
import type { TodoId } from './todo-rows.ts';

/** What is counted, without its number, which stands before it. */
export const todoTitleOf = (id: TodoId, count: number): string => {
  switch (id) {
    case 'unchecked':
      return plural(count, 'entry to check', 'entries to check');
    case 'missing':
      return plural(count, 'entry missing something', 'entries missing something');
    case 'hints':
      return plural(count, 'entry with a hint', 'entries with a hint');
    case 'unbilled':
      return plural(count, 'completed job not billed', 'completed jobs not billed');
    case 'overdue':
      return plural(count, 'bill overdue', 'bills overdue');
    case 'questions':
      return plural(count, 'question from a driver', 'questions from drivers');
    case 'answers':
      return plural(count, 'answer came back', 'answers came back');
    case 'devices':
      return plural(count, 'phone with unsent work', 'phones with unsent work');
  }
};

/** Beyond these it is enough that there are more. */
const MOST_KINDS = 3;

const listOf = (parts: readonly string[]): string =>
  [...parts.slice(0, MOST_KINDS), ...(parts.length > MOST_KINDS ? [t('+{count} more', { count: parts.length - MOST_KINDS })] : [])].join(
    ', ',
  );

const uncheckedText = ({ count, thisWeek, oldest }: Office['unchecked'], today: CalendarDate): string => {
  if (oldest === null) {
    return '';
  }
  const day = dayWords(oldest, today);
  return thisWeek >= count
    ? t('This week. Oldest from {day}', { day })
    : thisWeek === 0
      ? t('Oldest from {day}', { day })
      : t('{count} this week. Oldest from {day}', { count: thisWeek, day });
};

/** A field's name within a sentence; names that people gave stay as they are. */
const fieldWords = (name: string): string => (isColumnName(name) ? midSentence(wordsOf(name)) : name);

const HINT_WORDS: Readonly<Record<HintKind, PlainText>> = {
  tooLong: 'over 24 hours',
  duplicate: 'logged twice',
  decimalSlip: 'decimal point',
  longDay: 'a long day',
  overlap: 'a machine in two places',
  unlikeBefore: 'unlike before',
  future: 'in the future',
  beforeJob: 'before its job',
  otherSeason: 'another season',
  noHours: 'no hours',
  noFuel: 'no fuel',
};

const hintsText = ({ kinds }: Office['hints']): string =>
  capital(
    listOf(kinds.map(({ kind, count }) => (count > 1 ? t('{hint} ({count})', { count, hint: t(HINT_WORDS[kind]) }) : t(HINT_WORDS[kind])))),
  );

const customersWords = (count: number): string => plural(count, '{count} customer', '{count} customers');

const unbilledText = ({ customers, oldestDays }: NonNullable<Office['unbilled']>): string =>
  [
    customersWords(customers),
    ...(oldestDays ? [plural(oldestDays, 'The oldest has waited {count} day', 'The oldest has waited {count} days')] : []),
  ].join('. ');

const overdueText = ({ overdueCustomers, oldestDays }: NonNullable<Office['bills']>): string =>
  [
    customersWords(overdueCustomers),
    ...(oldestDays ? [plural(oldestDays, 'the oldest by {count} day', 'the oldest by {count} days')] : []),
  ].join(', ');

const devicesText = ({ first }: Office['devices'], now: number): string =>
  first === null
    ? ''
    : plural(first.pending, '{name}: {count} change, last seen {moment}', '{name}: {count} changes, last seen {moment}', {
        name: first.userName,
        moment: momentWords(Date.parse(first.seenAt), now),
      });

const sinceText = (oldestAt: string | null, now: number): string =>
  oldestAt === null ? '' : t('Oldest since {moment}', { moment: momentWords(Date.parse(oldestAt), now) });

/** What else is known of a row; empty: nothing. */
export const todoTextOf = (id: TodoId, office: Office, today: CalendarDate, now: number): string => {
  const { unchecked, missing, hints, unbilled, bills, questions, answers, devices } = office;
  switch (id) {
    case 'unchecked':
      return uncheckedText(unchecked, today);
    case 'missing':
      return listOf(missing.fields.map(({ name, count }) => t('{count} without {field}', { count, field: fieldWords(name) })));
    case 'hints':
      return hintsText(hints);
    case 'unbilled':
      return unbilled ? unbilledText(unbilled) : '';
    case 'overdue':
      return bills ? overdueText(bills) : '';
    case 'questions':
      return sinceText(questions.oldestAt, now);
    case 'answers':
      return sinceText(answers.oldestAt, now);
    case 'devices':
      return devicesText(devices, now);
  }
};
