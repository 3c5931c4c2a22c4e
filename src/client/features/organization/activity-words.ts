import { capital } from '#shared/capital.ts';
import type { AuditLog } from '#shared/domain/audit-log.ts';
import type { FieldType } from '#shared/domain/custom-data-field.ts';
import type { KindName } from '#shared/kinds/registry.ts';
import { keptAs, kindOfAudited, pathOf } from '#shared/kinds/spellings.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { labelOf } from '#client/data/field-label.ts';
import { type Names, valueWords } from '#client/data/sync-words.ts';
import { wordsOf } from '#client/lib/texts.ts';

/** A value before and after, in words; null: there was none. */
export interface ChangedValue {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface WordsOf {
  readonly names: Names;
  readonly units: EntryUnits;
  /** The organization's own fields by name. */
  readonly fieldTypes: ReadonlyMap<string, FieldType>;
}

type Values = Readonly<Record<string, unknown>>;

/** What people never typed. */
const SILENT = new Set([
  'id',
  'organizationId',
  'version',
  'userId',
  'createdBy',
  'updatedBy',
  'checkedBy',
  'askedBy',
  'askedAt',
  'answeredAt',
  'choices',
  'entryIds',
  'createdAt',
  'updatedAt',
  'onboardingCompleted',
  'tokenHash',
  'repeatsJobId',
  'expected',
]);

/** Columns whose values are lower-case words, separated by dashes. */
const WORDS = new Set(['accessLevel', 'fieldType', 'onboardingStep']);

const OWN_VALUES = 'customFieldValues';

/** People and machines in an own field are ids like those of the columns. */
const COLUMN_LIKE: Partial<Record<FieldType, string>> = {
  equipment: 'equipmentIds',
  operator: 'operatorIds',
  employee: 'operatorIds',
  attachment: 'photos',
  file: 'photos',
  date: 'date',
};

const MOST = 300;
const shortened = (words: string): string => (words.length > MOST ? `${words.slice(0, MOST)}…` : words);

const spread = (values: Values | null): Record<string, unknown> => {
  const { [OWN_VALUES]: own, ...rest } = values ?? {};
  const named = typeof own === 'object' && own !== null ? Object.entries(own).map(([name, value]) => [`${OWN_VALUES}.${name}`, value]) : [];
  return { ...rest, ...(Object.fromEntries(named) as Values) };
};

const wordsFor = (field: string, value: unknown, { names, units, fieldTypes }: WordsOf): string => {
  const own = field.startsWith(`${OWN_VALUES}.`) ? field.slice(OWN_VALUES.length + 1) : null;
  const type = own === null ? undefined : fieldTypes.get(own);
  const words = valueWords((type && COLUMN_LIKE[type]) ?? own ?? field, value, names, units);
  return WORDS.has(field) ? wordsOf(capital(words).replaceAll('-', ' ')) : shortened(words);
};

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Every value of an audit log item: both sides of a change, or what a new or deleted record held. */
export const changedValues = ({ changes, action }: Pick<AuditLog, 'changes' | 'action'>, known: WordsOf): ChangedValue[] => {
  const [old, fresh] = [spread(changes.old), spread(changes.new)];
  const isChange = action === 'update';
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((field) => !SILENT.has(field))
    .filter((field) => (isChange ? !(isNothing(old[field]) && isNothing(fresh[field])) : !isNothing(old[field] ?? fresh[field])))
    .filter((field) => !isChange || JSON.stringify(old[field]) !== JSON.stringify(fresh[field]))
    .map((field) => ({
      label: labelOf(field),
      before: isChange || field in old ? wordsFor(field, old[field], known) : null,
      after: isChange || field in fresh ? wordsFor(field, fresh[field], known) : null,
    }));
};

/** Kinds whose records have screens of their own at their addresses. */
const WITH_SCREEN: readonly KindName[] = ['customer', 'employee', 'equipment', 'serviceType'];

/** Where a record is shown: on its own screen, otherwise in the list of its kind; null for what no device keeps, or what has neither. */
export const addressOf = ({ entityType, entityId }: Pick<AuditLog, 'entityType' | 'entityId'>): string | null => {
  const kind = kindOfAudited(entityType);
  const elsewhere: Partial<Record<KindName, string>> = {
    run: `/runs/${entityId}`,
    jobEntry: `/job-entries?entryId=${entityId}`,
    job: `/jobs/${entityId}/entries`,
    customDataField: '/organization/service-data-fields',
    organization: '/organization',
  };
  const list = keptAs(kind) === undefined || kind === 'dayOff' ? null : `/${pathOf(kind)}`;
  return elsewhere[kind] ?? (WITH_SCREEN.includes(kind) ? `/${pathOf(kind)}/${entityId}` : list);
};
