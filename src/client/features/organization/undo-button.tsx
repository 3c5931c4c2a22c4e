import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { can, type Capability } from '#shared/access/capabilities.ts';
import { routes } from '#shared/routes.ts';
import { type Audited, type AuditLog, UNDO_DAYS } from '#shared/domain/audit-log.ts';
import { ENTITIES, removerOf } from '#shared/kinds/registry.ts';
import { keptAs, kindOfAudited } from '#shared/kinds/spellings.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { RestoreIcon } from '#client/ui/icons.tsx';

/** Undoing a deletion (specification 8.18) requires the right to delete the record (8.23). Kinds that no device keeps are not offered here. */
const capabilityFor = (audited: Audited): Capability | undefined => {
  const kind = ENTITIES.find((each) => each === kindOfAudited(audited));
  if (kind === undefined || keptAs(kind) === undefined) {
    return undefined;
  }
  return kind === 'jobEntry' ? 'jobEntries:writeOfOthers' : removerOf(kind);
};

/** Whether a deletion can be undone, as far as this device knows; the server has the last word. */
export const useMayUndo = () => {
  const { role } = useOrganization();
  const { id: userId } = useUser();
  const since = daysBefore(new Date(), UNDO_DAYS);
  return ({ action, entityType, isUndone, timestamp, changes }: AuditLog): boolean => {
    const capability = capabilityFor(entityType);
    const isOwnEntry = entityType === 'job_entry' && changes.old?.['createdBy'] === userId;
    const isInTime = action === 'delete' && !isUndone && new Date(timestamp) >= since;
    return isInTime && capability !== undefined && (can(role, capability) || isOwnEntry);
  };
};

/** Undoes a deletion without asking: deleting the record again reverses that. */
export const UndoButton = ({ item, onUndone }: { readonly item: AuditLog; readonly onUndone: (item: AuditLog) => void }) => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      await callOnline(routes.auditLogs.undo, { params: { orgId, id: item.id } });
      onUndone(item);
      notices.success(t('Restored'), t('{name} has been restored.', { name: item.subject }));
      await client.invalidateQueries({ queryKey: ['organizations', orgId, 'audit-logs'] });
    } catch (error) {
      notices.failure(t('Failed to undo the deletion'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      icon={RestoreIcon}
      className="mt-2"
      aria-label={t('Undo the deletion of {name}', { name: item.subject })}
      busyText={isBusy && t('Restoring...')}
      onClick={() => void undo()}
    >
      {t('Undo')}
    </Button>
  );
};
