import { useQueryClient } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { organizationsQuery } from '#client/data/session.ts';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import type { NewFile } from '#client/offline/public.ts';

/** Changes the organization that is `seen`, and says so. */
export const useOrganizationChange = (seen: Organization) => {
  const { id: orgId } = seen;
  const client = useQueryClient();
  const notices = useNotices();
  const update = useWriter(orgId, routes.organizations.update);
  return {
    save: async (body: Parameters<typeof update>[0]['body'], file: NewFile | null = null): Promise<void> => {
      const saved = await update({
        params: { orgId },
        body,
        seen: { ...seen, organizationId: orgId },
        ...(file === null ? {} : { files: [file] }),
      });
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      notices.saved(saved, t('Organization'), t('Success'), t('Organization updated successfully'));
    },
    failed: (error: unknown): void => notices.failure(t('Failed to update organization'), error),
  };
};
