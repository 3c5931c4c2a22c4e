import type { JobEntry } from '#shared/domain/job-entry.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { type Tone } from '#client/ui/note.tsx';
import {
  ActiveIcon,
  AttentionIcon,
  CheckIcon,
  type Icon,
  IdleIcon,
  MaintenanceIcon,
  PausedIcon,
  PhoneIcon,
  ReceiptIcon,
} from '#client/ui/icons.tsx';
import type { RowMark } from '#client/ui/table.tsx';

interface Look {
  readonly label: PlainText;
  readonly tone: Tone;
  readonly icon: Icon;
}

const ACTIVE: Look = { label: 'Active', tone: 'field', icon: ActiveIcon };

/** Text and style of a status (specification 4.4). */
const LOOKS: Record<string, Look> = {
  active: ACTIVE,
  'in-use': ACTIVE,
  open: ACTIVE,
  completed: { label: 'Completed', tone: 'sky', icon: CheckIcon },
  billed: { label: 'Billed', tone: 'stone', icon: ReceiptIcon },
  paused: { label: 'Paused', tone: 'straw', icon: PausedIcon },
  maintenance: { label: 'Maintenance', tone: 'straw', icon: MaintenanceIcon },
  idle: { label: 'Idle', tone: 'stone', icon: IdleIcon },
};

/** What a status is called; an unknown one is shown as it is. */
export const statusWords = (status: string): string => {
  const look = LOOKS[status];
  return look ? t(look.label) : status;
};

/** A status with its text and colour. */
export const StatusBadge = ({ status }: { readonly status: string }) => {
  const look = LOOKS[status];
  return (
    <Badge tone={look?.tone ?? 'stone'} icon={look?.icon ?? IdleIcon}>
      {statusWords(status)}
    </Badge>
  );
};

/** Marks an entry that the office has checked in its present state. */
export const CheckedBadge = ({ entry: { checkedAt } }: { readonly entry: Pick<JobEntry, 'checkedAt'> }) =>
  // A copy from before checks existed has neither.
  checkedAt ? (
    <Badge tone="field" icon={CheckIcon}>
      {t('Checked')}
    </Badge>
  ) : null;

/** How a record's own changes stand, for the edge of its row; undefined if the server has all of them. */
export const syncMark = (record: object): RowMark | undefined =>
  'sync' in record && (record.sync === 'waiting' || record.sync === 'attention') ? record.sync : undefined;

/** The word next to a record's striped edge; renders nothing if the server has everything. */
export const SyncBadge = ({ record }: { readonly record: object }) => {
  const mark = syncMark(record);
  if (mark === undefined) {
    return null;
  }
  return mark === 'waiting' ? (
    <Badge tone="straw" icon={PhoneIcon} isWaiting>
      {t('Waiting')}
    </Badge>
  ) : (
    <Badge tone="poppy" icon={AttentionIcon}>
      {t('Needs attention')}
    </Badge>
  );
};
