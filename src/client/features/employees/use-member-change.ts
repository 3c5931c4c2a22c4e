import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Employee, employeePatch } from '#shared/domain/employee.ts';
import type * as z from 'zod/mini';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { keep } from '#client/data/local-rows.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { orgKey } from '#client/data/overview-queries.ts';
import { employeeQueries } from '#client/data/queries.ts';
import { readOrganizationsAgain } from '#client/data/session.ts';

interface Change {
  readonly body: z.input<typeof employeePatch>;
  /** The toasts for success and failure. */
  readonly done: string;
  readonly failed: string;
}

/**
 * Changes members' access, at once or not at all: the person who revokes access has to know that it is gone
 * (docs/decisions/0021-invitations.md).
 */
export const useMemberChange = (member: Employee, onClose: () => void) => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const change = async ({ body, done, failed }: Change): Promise<void> => {
    setBusy(true);
    try {
      const saved = await callOnline(routes.employees.update, { params: { id: member.id }, body });
      await keep('employees', orgId, [saved]);
      if (saved.accessLevel === 'owner') {
        await readOrganizationsAgain(client);
      }
      await Promise.all([
        client.invalidateQueries({ queryKey: employeeQueries.list(orgId).queryKey }),
        client.invalidateQueries({ queryKey: [...orgKey(orgId), 'members'] }),
      ]);
      notices.success(done);
      onClose();
    } catch (error) {
      notices.failure(failed, error);
      setBusy(false);
    }
  };
  return { change, isBusy };
};
