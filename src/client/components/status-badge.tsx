import { Badge, type Tone } from '#client/ui/badge.tsx';
import { ActiveIcon, CheckIcon, type Icon, IdleIcon, MaintenanceIcon, PausedIcon, ReceiptIcon } from '#client/ui/icons.tsx';

interface Look {
  readonly label: string;
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
  const { label, tone, icon } = LOOKS[status] ?? { label: status, tone: 'stone', icon: IdleIcon };
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
};
