import { actorName, type Audited, type AuditLog } from '#shared/domain/audit-log.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import {
  ActiveJobsIcon,
  CustomerIcon,
  DeleteIcon,
  EditIcon,
  EmployeeIcon,
  EntryIcon,
  EquipmentIcon,
  FieldsIcon,
  ImplementIcon,
  KeyIcon,
  RestoreIcon,
  type Icon,
  PlusIcon,
  ServiceIcon,
  SettingsIcon,
} from '#client/ui/icons.tsx';

/** What people call the kinds of record in the audit log. */
export const ENTITY_WORD: Record<Audited, string> = {
  job_entry: 'job entry',
  job: 'job',
  customer: 'customer',
  employee: 'employee',
  equipment: 'equipment',
  service_type: 'service',
  custom_data_field: 'data field',
  implement: 'implement',
  organization: 'organization',
  api_key: 'API key',
};

const ENTITY_ICON: Record<Audited, Icon> = {
  job_entry: EntryIcon,
  job: ActiveJobsIcon,
  customer: CustomerIcon,
  employee: EmployeeIcon,
  equipment: EquipmentIcon,
  service_type: ServiceIcon,
  custom_data_field: FieldsIcon,
  implement: ImplementIcon,
  organization: SettingsIcon,
  api_key: KeyIcon,
};

const ACTION: Record<AuditLog['action'], { word: string; icon: Icon }> = {
  create: { word: 'created', icon: PlusIcon },
  update: { word: 'updated', icon: EditIcon },
  delete: { word: 'deleted', icon: DeleteIcon },
  restore: { word: 'brought back', icon: RestoreIcon },
};

/** Who did what to which record, newest first. */
export const ActivityList = ({ items }: { readonly items: readonly AuditLog[] }) => (
  <ul>
    {items.map((item) => {
      const EntityShape = ENTITY_ICON[item.entityType];
      const { word, icon: ActionShape } = ACTION[item.action];
      return (
        <li key={item.id} className="flex items-start gap-3.5 border-b border-line px-4.5 py-3.25 last:border-0">
          <span className="relative grid size-10 shrink-0 place-items-center rounded-ctl bg-sunk text-ink2">
            <EntityShape className="size-5" aria-hidden="true" />
            <span className="absolute -right-1.25 -bottom-1.25 grid size-5 place-items-center rounded-full border-[1.5px] border-line bg-surface text-ink">
              <ActionShape className="size-3 stroke-3" aria-hidden="true" />
            </span>
          </span>
          <div className="min-w-0">
            <p className="leading-[1.4] text-pretty wrap-anywhere">
              <b className="font-[680]">{actorName(item.user)}</b> {word} {ENTITY_WORD[item.entityType]}{' '}
              <b className="font-[680]">{item.subject}</b>
            </p>
            <time dateTime={item.timestamp} className="mt-0.5 block text-sm text-ink3">
              {formatTimestamp(item.timestamp)}
            </time>
          </div>
        </li>
      );
    })}
  </ul>
);
