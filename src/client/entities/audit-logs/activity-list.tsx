import { PLACEHOLDER_NAME } from '#shared/domain/placeholder-job.ts';
import { phrase } from '#client/lib/phrase.tsx';
import { isColumnName } from '#shared/domain/system-fields.ts';
import { type PlainText, plural, type PluralText, t, type Text, wordsOf } from '#client/lib/texts.ts';
import type { AuditAct, Audited, AuditLog } from '#shared/domain/audit-log.ts';
import type { ReactNode } from 'react';
import { type KindName, KINDS } from '#shared/kinds/registry.ts';
import { kindOfAudited } from '#shared/kinds/spellings.ts';
import { actorName } from '#shared/domain/names.ts';
import { formatDate, formatNumber, formatTimestamp } from '#client/lib/formats.ts';
import {
  ActiveJobsIcon,
  CheckIcon,
  CustomerIcon,
  DownloadIcon,
  DeleteIcon,
  EditIcon,
  EmployeeIcon,
  EntryIcon,
  EquipmentIcon,
  FieldsIcon,
  ImplementIcon,
  InviteIcon,
  KeyIcon,
  ReceiptIcon,
  RestoreIcon,
  type Icon,
  PlusIcon,
  ServiceIcon,
  SettingsIcon,
} from '#client/ui/icons.tsx';

/** What people call the kind that an item is about, for the middle of a sentence. */
export const kindWord = (audited: Audited): string => {
  const word: PlainText = KINDS[kindOfAudited(audited)].word;
  return t(word);
};

/** Icons of the kinds; others get that of the organization. */
const KIND_ICON: Readonly<Partial<Record<KindName, Icon>>> = {
  jobEntry: EntryIcon,
  run: EntryIcon,
  job: ActiveJobsIcon,
  customer: CustomerIcon,
  employee: EmployeeIcon,
  equipment: EquipmentIcon,
  serviceType: ServiceIcon,
  customDataField: FieldsIcon,
  implement: ImplementIcon,
  apiKey: KeyIcon,
  invitation: InviteIcon,
  rate: ReceiptIcon,
  costRate: ReceiptIcon,
  billDraft: ReceiptIcon,
  billingRecord: ReceiptIcon,
};

const ACTION = {
  create: { words: '{actor} created {record} {subject}', icon: PlusIcon },
  update: { words: '{actor} updated {record} {subject}', icon: EditIcon },
  delete: { words: '{actor} deleted {record} {subject}', icon: DeleteIcon },
  restore: { words: '{actor} restored {record} {subject}', icon: RestoreIcon },
  export: { words: '{actor} exported {record} {subject}', icon: DownloadIcon },
} as const satisfies Record<AuditLog['action'], { readonly words: Text; readonly icon: Icon }>;

const CHECK = { words: '{actor} checked {record} {subject}', icon: CheckIcon } as const;
const UNCHECK = { words: '{actor} marked {record} {subject} as unchecked', icon: EditIcon } as const;

/** What several records of a kind are called. Nobody changes several organizations at once. */
const manyOf = (kind: KindName): Exclude<PluralText, `${string}{${string}`> =>
  kind === 'jobEntry'
    ? 'job entries'
    : kind === 'equipment'
      ? 'machines'
      : kind === 'dayOff'
        ? 'days off'
        : (`${KINDS[kind].word}s` as 'jobs');

/** An item of the list of all changes, or an act, which has a count. */
type Item = AuditLog & Partial<Pick<AuditAct, 'count'>>;

/** How the item is told. Of an act, a check of entries is one; in the list of all changes it is a change like others. */
const deedOf = ({ action, count, changes: { new: after } }: Item): (typeof ACTION)[typeof action] | typeof CHECK | typeof UNCHECK =>
  count && after && 'checkedAt' in after && Object.keys(after).length === 2 ? (after['checkedAt'] ? CHECK : UNCHECK) : ACTION[action];

const NO_JOB_SUBJECT = new RegExp(`(^|, )${PLACEHOLDER_NAME}$`);

/** What the record is called; system fields, 'No job yet' and dates in the page's language. */
export const subjectWords = ({ entityType, subject }: Pick<AuditLog, 'entityType' | 'subject'>): string =>
  entityType === 'custom_data_field' && isColumnName(subject)
    ? wordsOf(subject)
    : entityType === 'job' || entityType === 'job_entry'
      ? subject.replace(NO_JOB_SUBJECT, (_, before: string) => before + t('No job yet'))
      : entityType === 'run' || entityType === 'day_off'
        ? formatDate(subject)
        : subject;

const Strong = ({ children }: { readonly children: ReactNode }) => <b className="font-[680]">{children}</b>;

interface ActivityListProps {
  readonly items: readonly Item[];
  /** The record's name, where it is more than text, such as a link to it. */
  readonly subjectOf?: (item: AuditLog) => ReactNode;
  /** Content below the sentence. */
  readonly more?: (item: AuditLog) => ReactNode;
}

/** Who did what to which record, newest first. */
export const ActivityList = ({ items, subjectOf, more }: ActivityListProps) => (
  <ul>
    {items.map((item) => {
      const kind = kindOfAudited(item.entityType);
      const { [kind]: KindShape = SettingsIcon } = KIND_ICON;
      const { words, icon: ActionShape } = deedOf(item);
      const { count = 1 } = item;
      const isOne = count === 1;
      return (
        <li key={item.id} className="flex items-start gap-3.5 border-b border-line px-4.5 py-3.25 last:border-0">
          <span className="relative grid size-10 shrink-0 place-items-center rounded-ctl bg-sunk text-ink2">
            <KindShape className="size-5" aria-hidden="true" />
            <span className="absolute -right-1.25 -bottom-1.25 grid size-5 place-items-center rounded-full border-[1.5px] border-line bg-surface text-ink">
              <ActionShape className="size-3 stroke-3" aria-hidden="true" />
            </span>
          </span>
          <div className="min-w-0 flex-1">
            <p className="leading-[1.4] text-pretty wrap-anywhere">
              {phrase(words, {
                actor: <Strong>{actorName(item.user)}</Strong>,
                // Of several records, their number and what they are.
                record: isOne ? kindWord(item.entityType) : <Strong>{formatNumber(count)}</Strong>,
                subject: <Strong>{isOne ? (subjectOf?.(item) ?? subjectWords(item)) : plural(count, '', manyOf(kind))}</Strong>,
              })}
            </p>
            <time dateTime={item.timestamp} className="mt-0.5 block text-sm text-ink3">
              {formatTimestamp(item.timestamp)}
            </time>
            {more?.(item)}
          </div>
        </li>
      );
    })}
  </ul>
);
