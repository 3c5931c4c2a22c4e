import { PAY_PERIODS } from '#shared/domain/pay-period.ts';
import { type EntryUnits, UNITS, unitsOf } from '#shared/domain/units.ts';
import { KINDS } from '#shared/kinds/registry.ts';
import { kindOfCollection } from '#shared/kinds/spellings.ts';
import { capital } from '#shared/capital.ts';
import { leadsToNoJob, type LocalRow, mapIds, type RecordStore, type SyncItem } from '#client/offline/public.ts';
import { labelOf } from '#client/data/field-label.ts';
import { formatPercent } from '#client/lib/format-amounts.ts';
import { formatDate, formatDay, formatDayOf, formatNumber, formatTimestamp } from '#client/lib/formats.ts';
import { PAY_PERIOD_WORDS } from '#client/data/pay-period-words.ts';
import { midSentence, type PlainText, plural, t, withUnit } from '#client/lib/texts.ts';

/** Looks up a record by an id as used in changes; undefined if it is not on this device. */
export type Names = (store: RecordStore, id: number) => LocalRow | undefined;

type Values = Readonly<Record<string, unknown>>;

/** What the screens of a kind call it, where that is shorter than in the history. */
const SHORT: Readonly<Partial<Record<RecordStore, PlainText>>> = { customDataFields: 'Field', jobEntries: 'Entry' };

/** What a record of the store is called. */
export const kindOf = (store: RecordStore): string => {
  const { [store]: short } = SHORT;
  return short === undefined ? capital(t(KINDS[kindOfCollection(store)].word)) : t(short);
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name of a record, as lists show it; empty if it is not known. */
export const nameOf = (store: RecordStore, row: Values | undefined): string => {
  if (store === 'customers') {
    return text(row?.['businessName']);
  }
  if (store === 'jobs' && row?.['isPlaceholder'] === true) {
    return t('No job yet');
  }
  if (store === 'daysOff' || store === 'runs') {
    const date = text(row?.['date']);
    return date && formatDay(date);
  }
  return store === 'employees' ? `${text(row?.['firstName'])} ${text(row?.['lastName'])}`.trim() : text(row?.['name']);
};

const STATUS: Readonly<Record<string, PlainText>> = { open: 'Active', completed: 'Completed', billed: 'Billed' };

/** Names of the records that a field references; null if it references none. */
const referred = (field: string, value: unknown, names: Names): string[] | null => {
  const found: string[] = [];
  mapIds({ [field]: value }, (id, store) => {
    if (store !== null) {
      found.push(nameOf(store, names(store, id)) || `${kindOf(store)} ${id}`);
    }
    return id;
  });
  return found.length > 0 ? found : null;
};

const plainWords = (value: unknown): string => {
  if (typeof value === 'number') {
    return formatNumber(value);
  }
  if (typeof value === 'boolean') {
    return value ? t('Yes') : t('No');
  }
  if (Array.isArray(value)) {
    return value.map(plainWords).join(', ');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, of]) => `${name}: ${valueWords(name, of, () => undefined)}`)
      .join(', ');
  }
  return text(value);
};

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

const isMeasured = (field: string): field is keyof EntryUnits => Object.hasOwn(UNITS.us, field);

/** Fields whose values are names of the program, such as `reverseCharge`. */
const CODED = new Set(['taxTreatment', 'billGrouping', 'taxScheme', 'grouping']);
const WAYS: Readonly<Record<string, PlainText>> = { mail: 'By email', print: 'On paper' };
const SHARES: Readonly<Record<string, PlainText>> = { hours: 'Hours', area: 'Area', loads: 'Loads', hand: 'By hand' };
const MOMENTS = new Set(['checkedAt', 'startedAt', 'endedAt']);

/** Stretches of work: 'Jun 14, 7:05 AM – Jun 14, 9:20 AM'. */
const spanWords = (spans: readonly unknown[]): string =>
  spans.map((each) => ['from', 'to'].map((end) => formatTimestamp(text(Reflect.get(Object(each), end)))).join(' – ')).join(', ');

/** People at a customer's: 'Ann Lee ann@pine.example'. */
const peopleWords = (people: readonly unknown[]): string =>
  people
    .map((each) => [text(Reflect.get(Object(each), 'name')), text(Reflect.get(Object(each), 'email'))].filter(Boolean).join(' '))
    .join(', ');

/** A field's value for people; 'Nothing' where there is none. */
export const valueWords = (field: string, value: unknown, names: Names, units: EntryUnits = UNITS.us): string => {
  if (isNothing(value)) {
    return t('Nothing');
  }
  if (field === 'photos' && Array.isArray(value)) {
    return plural(value.length, '{count} photo', '{count} photos');
  }
  if (field === 'contacts' && Array.isArray(value)) {
    return peopleWords(value);
  }
  if (field === 'spans' && Array.isArray(value)) {
    return spanWords(value);
  }
  const way = field === 'billWay' ? WAYS[text(value)] : field === 'shareBy' ? SHARES[text(value)] : undefined;
  if (way !== undefined) {
    return t(way);
  }
  if (CODED.has(field)) {
    // A name of the program is written like one of a field.
    return labelOf(text(value));
  }
  if (field === 'logo') {
    return t('A picture');
  }
  if (field === 'units') {
    return value === 'metric' ? t('Metric') : t('US');
  }
  if (field === 'payPeriod') {
    const known = PAY_PERIODS.find((each) => each === value);
    return known ? t(PAY_PERIOD_WORDS[known]) : '';
  }
  if (field === 'taxRate' && typeof value === 'number') {
    return formatPercent(value / 100);
  }
  if (field === 'seasonStartDate' && typeof value === 'string') {
    return formatDay(value);
  }
  if (field === 'deletionDueAt' && typeof value === 'string') {
    return formatDayOf(value);
  }
  if (MOMENTS.has(field) && typeof value === 'string') {
    return formatTimestamp(value);
  }
  if ((field === 'date' || field === 'payPeriodStart') && typeof value === 'string') {
    return formatDate(value);
  }
  if (field === 'status') {
    const { [text(value)]: status } = STATUS;
    return status === undefined ? text(value) : t(status);
  }
  if (typeof value === 'number' && isMeasured(field)) {
    return withUnit(value, units[field]);
  }
  return referred(field, value, names)?.join(', ') ?? plainWords(value);
};

const OWN_VALUES = 'customFieldValues';

/** The units of a change's organization; the default units if it is not among the names. */
export const unitsIn = (orgId: number, names: Names): EntryUnits =>
  unitsOf({ units: names('organizations', orgId)?.['units'] === 'metric' ? 'metric' : 'us' });

/** Every value that a change sends, by field label; of a new record only those that are set. */
export const valuesOf = ({ operation, orgId, data }: SyncItem, names: Names): (readonly [label: string, value: string])[] =>
  Object.entries(data ?? {})
    .flatMap(([field, value]) =>
      field === OWN_VALUES && typeof value === 'object' && value !== null ? Object.entries(value) : [[field, value] as const],
    )
    .filter(([field, value]) => field !== 'answerTo' && (operation === 'update' || !isNothing(value)))
    .map(([field, value]) => [labelOf(field), valueWords(field, value, names, unitsIn(orgId, names))]);

const first = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined);

const named = (store: RecordStore, id: unknown, names: Names): string => (typeof id === 'number' ? nameOf(store, names(store, id)) : '');

/** The record as far as a change describes it: a deleted one is gone from this device, but its deletion says what it was. */
const knownOf = (item: SyncItem, names: Names): Values => ({
  ...(item.operation === 'remove' ? item.base : {}),
  ...names(item.store, item.target),
  ...item.data,
});

/** What a change is about, such as 'Planting, Drill 1, Sep 18' or 'West 80 rye cover'; empty if nothing is known here. */
export const subjectOf = (item: SyncItem, names: Names): string => {
  const row = knownOf(item, names);
  if (item.store !== 'jobEntries' && item.store !== 'runs') {
    return nameOf(item.store, row);
  }
  const service = named('serviceTypes', row['serviceTypeId'], names) || text(row['serviceTypeName']);
  const machine = named('equipment', first(row['equipmentIds']), names) || text(first(row['equipmentNames']));
  const date = text(row['date']);
  return [service, machine, date && formatDay(date)].filter(Boolean).join(', ');
};

const withSubject = (words: string, subject: string): string => (subject === '' ? words : `${words} ${subject}`);

/** The record of a change, for the middle of a sentence: 'job West 80'. */
const recordWords = (item: SyncItem, names: Names): string => withSubject(midSentence(kindOf(item.store)), subjectOf(item, names));

/** The name of a change: 'Entry: Planting, Drill 1, Sep 18', 'Change of the job West 80', 'Deletion of the customer Bar T'. */
export const titleOf = (item: SyncItem, names: Names): string => {
  if (item.operation === 'create') {
    const subject = subjectOf(item, names);
    return subject === '' ? kindOf(item.store) : `${kindOf(item.store)}: ${subject}`;
  }
  const record = recordWords(item, names);
  return item.operation === 'update' ? t('Change to {record}', { record }) : t('Deletion of {record}', { record });
};

/** What a later change waits for: 'Goes after the job West 80 rye cover'. */
export const afterWords = (parent: SyncItem, names: Names): string => {
  const record = recordWords(parent, names);
  const isStuck = parent.status === 'attention';
  switch (parent.operation) {
    case 'create':
      return isStuck ? t('Waiting for {record}, which needs attention', { record }) : t('Waiting for {record}', { record });
    case 'update':
      return isStuck
        ? t('Waiting for the change to {record}, which needs attention', { record })
        : t('Waiting for the change to {record}', { record });
    case 'remove':
      return isStuck
        ? t('Waiting for the deletion of {record}, which needs attention', { record })
        : t('Waiting for the deletion of {record}', { record });
  }
};

const AMOUNTS = ['totalHours', 'fuel', 'loads'] as const;

const amountsOf = (row: Values, names: Names, units: EntryUnits): string[] => [
  ...AMOUNTS.filter((field) => typeof row[field] === 'number').map((field) => valueWords(field, row[field], names, units)),
  ...(isNothing(row['photos']) ? [] : [valueWords('photos', row['photos'], names)]),
];

const IDENTIFYING = ['phoneNumber', 'address', 'unitNumber', 'email', 'description'] as const;

/** Where it belongs: an entry's job, a job's customer; empty for others, and if it is not known here. */
export const placeOf = (item: SyncItem, names: Names): string => {
  const row = knownOf(item, names);
  if (item.store === 'jobEntries') {
    const place = leadsToNoJob(item) ? t('No job yet') : named('jobs', item.jobId ?? row['jobId'], names) || text(row['jobName']);
    return leadsToNoJob(item) || row['awaitsJob'] === true
      ? [place, named('customers', row['customerId'], names)].filter(Boolean).join(', ')
      : place;
  }
  return item.store === 'jobs' ? named('customers', row['customerId'], names) || text(row['customerName']) : '';
};

/** Joins parts as sentences; empty ones are left out. */
export const sentences = (parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null && part !== '')
    .map((part, index, all) => (index === all.length - 1 || /[.!?]$/.test(part ?? '') ? part : `${part}.`))
    .join(' ');

/** The line below the title: where it belongs, and for a change its new values, otherwise what distinguishes the record. */
export const detailOf = (item: SyncItem, names: Names): string => {
  const row = knownOf(item, names);
  const place = placeOf(item, names);
  if (item.operation === 'update') {
    const values = valuesOf(item, names).map(([label, value]) => `${label}: ${value}`);
    return sentences([item.store === 'jobEntries' ? place : '', values.join(', ')]);
  }
  const facts =
    item.store === 'jobEntries'
      ? amountsOf(row, names, unitsIn(item.orgId, names))
      : IDENTIFYING.map((field) => text(row[field])).filter(Boolean);
  return sentences([place, facts.join(', ')]);
};
