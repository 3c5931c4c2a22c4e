import type { Hint } from '#shared/domain/hint.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isColumnName } from '#shared/domain/system-fields.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { cached } from '#client/lib/cached.ts';
import { formatPercent } from '#client/lib/format-amounts.ts';
import { formatDate, formatNumber } from '#client/lib/formats.ts';
import { pageLocale } from '#client/lib/language.ts';
import { type PlainText, plural, t, withUnit, wordsOf } from '#client/lib/texts.ts';

// Hints in words. Their catalogue comes late: `loadHintWords` has to be awaited before any of this is drawn.

/** How hints name what they are about. */
export interface HintContext {
  readonly units: EntryUnits;
  readonly machineName: (id: number) => string | undefined;
  readonly operatorName: (id: number) => string | undefined;
  /** Who logged another entry, if it was someone else. */
  readonly writerOf?: (entryId: number) => string | undefined;
}

/** The entry that has the hint. */
export type HintedWork = Pick<JobEntry, 'date' | 'season' | 'totalHours' | 'equipmentIds' | 'serviceTypeName'>;

/** What is odd, and why that is thought. */
export interface HintSentence {
  readonly title: string;
  readonly because: string;
}

const OWN = 'own:';
const FIELDS = { totalHours: 'Hours', fuel: 'Fuel', loads: 'Loads' } as const satisfies Record<string, PlainText>;
type Column = keyof typeof FIELDS;
const columnOf = (measure: string): Column | undefined => (Object.hasOwn(FIELDS, measure) ? (measure as Column) : undefined);

/** What is usual is said as a person would: about 41, about 6.5. */
const rounded = (value: number): number => (value >= 10 ? Math.round(value) : Number(value.toPrecision(2)));

const numberTitle = (measure: string, value: number, usual: number): string => {
  const column = columnOf(measure);
  const field = column ? t(FIELDS[column]) : measure.slice(OWN.length);
  const isPlural = column === 'totalHours' || column === 'loads';
  if (value > usual) {
    const values = { field, count: Math.round(value / usual) };
    return isPlural ? t('{field} are {count} times the usual.', values) : t('{field} is {count} times the usual.', values);
  }
  const values = { field, share: formatPercent(Number(((100 * value) / usual).toPrecision(2))) };
  return isPlural ? t('{field} are only {share} of the usual.', values) : t('{field} is only {share} of the usual.', values);
};

/** What is usual for this work, of the machine or else of the service, and from how many entries that is known. */
const usualSentence = ({ measure, usual, count, isOfService }: Hint, context: HintContext, entry: HintedWork): string => {
  const column = columnOf(measure ?? '');
  const amount = rounded(usual ?? 0);
  const [machineId] = entry.equipmentIds;
  const machine = machineId === undefined ? undefined : context.machineName(machineId);
  const values = {
    usual: column ? withUnit(amount, context.units[column]) : formatNumber(amount),
    entries: plural(count ?? 0, '{count} entry', '{count} entries'),
    service: entry.serviceTypeName,
    hours: withUnit(entry.totalHours ?? 0, context.units.totalHours),
  };
  if (machine === undefined || isOfService) {
    const ofService =
      column === 'fuel' || column === 'loads'
        ? t('Usual for {hours} of {service}: about {usual} ({entries}).', values)
        : t('Usual for {service}: about {usual} ({entries}).', values);
    return machine === undefined
      ? ofService
      : `${ofService} ${t('That is all machines together: {machine} has too few entries yet.', { machine })}`;
  }
  switch (column) {
    case 'fuel':
      return t('{machine} takes about {usual} for {hours} of {service} ({entries}).', { ...values, machine });
    case 'loads':
      return t('{machine} does about {usual} in {hours} of {service} ({entries}).', { ...values, machine });
    case 'totalHours':
      return t('{machine} usually has about {usual} of {service} in one entry ({entries}).', { ...values, machine });
    case undefined:
      return t('Usual for {machine} at {service}: about {usual} ({entries}).', { ...values, machine });
  }
};

const tooLongSentence = (hint: Hint, context: HintContext, entry: HintedWork): HintSentence => {
  const day = t('A day has 24 hours.');
  return {
    title: t('{hours} in one entry.', { hours: withUnit(hint.value, context.units.totalHours) }),
    because: hint.usual === null ? day : `${day} ${usualSentence(hint, context, entry)}`,
  };
};

/** The day of a person or machine, in all its entries. */
const daySentence = ({ kind, measure, value, aboutId, others }: Hint, { units, machineName, operatorName }: HintContext): HintSentence => {
  const isMachine = kind === 'overlap' && measure !== 'operatorIds';
  const known = aboutId === null ? undefined : (isMachine ? machineName : operatorName)(aboutId);
  const name = known ?? (isMachine ? t('One machine') : t('One operator'));
  if (measure !== 'totalHours') {
    return {
      title: t('{name} is in two entries at the same time.', { name }),
      because: plural(value, 'They overlap by {count} minute.', 'They overlap by {count} minutes.'),
    };
  }
  const together = plural(others.length + 1, 'In {count} entry.', 'In {count} entries together.');
  return {
    title: t('{name} has {hours} on this day.', { name, hours: withUnit(value, units.totalHours) }),
    because: `${together} ${isMachine ? t('A day has 24 hours.') : t('More than 18 hours are rarely right.')}`,
  };
};

const duplicateSentence = ({ value, others }: Hint, { writerOf }: HintContext): HintSentence => {
  const writer = others.map((id) => writerOf?.(id)).find((name) => name !== undefined);
  return {
    title: t('The same work may be logged twice.'),
    because:
      writer === undefined
        ? plural(
            value,
            '{count} other entry of this day has the same customer, service and numbers.',
            '{count} other entries of this day have the same customer, service and numbers.',
          )
        : t('{writer} logged an entry of this day with the same customer, service and numbers.', { writer }),
  };
};

const lackSentence = (
  { kind }: Hint,
  { machineName }: HintContext,
  { equipmentIds, serviceTypeName: service }: HintedWork,
): HintSentence => {
  if (kind === 'noHours') {
    return { title: t('Fuel without hours.'), because: t('Entries of {service} with fuel usually have hours.', { service }) };
  }
  const [machineId] = equipmentIds;
  const machine = machineId === undefined ? undefined : machineName(machineId);
  return {
    title: t('Hours without fuel.'),
    because:
      machine === undefined
        ? t('Entries of {service} nearly always have fuel.', { service })
        : t('{machine} nearly always has fuel at {service}.', { machine, service }),
  };
};

const dateSentence = ({ kind, value }: Hint, { date, season }: HintedWork): HintSentence => {
  const dated = t('It is dated {date}.', { date: formatDate(date) });
  switch (kind) {
    case 'future':
      return { title: plural(value, 'The date is {count} day ahead.', 'The date is {count} days ahead.'), because: dated };
    case 'beforeJob':
      return { title: t('The date is {count} days before its job was made.', { count: value }), because: dated };
    default:
      return {
        title: t('The season is {season}, unlike the rest of the job.', { season }),
        // A season is a name: no thousands separator.
        because: t('The other entries of the job are of season {season}.', { season: String(value) }),
      };
  }
};

/** What looks like a slip, and why: 'Fuel is 9 times the usual.', 'Truck 7 takes about 41 gal for 9.5 hrs of Hauling (38 entries).' */
export const hintSentence = (hint: Hint, context: HintContext, entry: HintedWork): HintSentence => {
  switch (hint.kind) {
    case 'tooLong':
      return tooLongSentence(hint, context, entry);
    case 'duplicate':
      return duplicateSentence(hint, context);
    case 'decimalSlip':
    case 'unlikeBefore':
      return { title: numberTitle(hint.measure ?? '', hint.value, hint.usual ?? 1), because: usualSentence(hint, context, entry) };
    case 'longDay':
    case 'overlap':
      return daySentence(hint, context);
    case 'noHours':
    case 'noFuel':
      return lackSentence(hint, context, entry);
    default:
      return dateSentence(hint, entry);
  }
};

const decimals = cached(
  (locale: string | undefined, least: number) => new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: 3 }),
);

/** The button that takes the number that was probably meant, its decimal point in view: 'Change to 38.0'. Undefined if there is none. */
export const suggestionLabel = ({ suggestion, value }: Pick<Hint, 'suggestion' | 'value'>): string | undefined =>
  suggestion === null
    ? undefined
    : t('Change to {number}', { number: decimals(pageLocale(), suggestion < value ? 1 : 0).format(suggestion) });

/** Fields whose English names are plurals. */
const PLURAL_FIELDS = new Set(['Hours', 'Billable hours', 'Loads', 'Notes', 'Attachments']);

/** What an entry lacks: 'Loads are missing', 'Missing: Loads, Fuel'. */
export const missingSentence = (missing: readonly string[]): string => {
  const [first = ''] = missing;
  const [field = '', ...more] = missing.map((name) => (isColumnName(name) ? wordsOf(name) : name));
  if (more.length > 0) {
    return t('Missing: {fields}', { fields: [field, ...more].join(', ') });
  }
  return PLURAL_FIELDS.has(first) ? t('{field} are missing', { field }) : t('{field} is missing', { field });
};
