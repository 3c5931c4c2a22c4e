import type { JobEntry } from '#shared/domain/job-entry.ts';
import { syncMark } from '#client/components/row-mark.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Badge, type Tone } from '#client/ui/badge.tsx';
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

interface Look {
  readonly label: PlainText;
  readonly tone: Tone;
  readonly icon: Icon;
}

const ACTIVE: Look = { label: 'Active', tone: 'field', icon: ActiveIcon };

/** Words and looks of a status (specification 2 §4). */
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

/** A status in its word and colour; one that is not known is shown as it is. */
export const StatusBadge = ({ status }: { readonly status: string }) => {
  const look = LOOKS[status];
  return (
    <Badge tone={look?.tone ?? 'stone'} icon={look?.icon ?? IdleIcon}>
      {look ? t(look.label) : status}
    </Badge>
  );
};

/** That the office looked at an entry as it stands. */
export const CheckedBadge = ({ entry: { checkedAt } }: { readonly entry: Pick<JobEntry, 'checkedAt'> }) =>
  // A device that read the entry before there were checks has neither.
  checkedAt ? (
    <Badge tone="field" icon={CheckIcon}>
      {t('Checked')}
    </Badge>
  ) : null;

/** The word beside a record's striped edge; nothing for what is as the server has it. */
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
