import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { readOwnEntries } from '#client/entities/job-entries/recent-entries.ts';

/** What this person logged lately, the latest first; undefined until it is read. Read once, so that what is offered keeps its place. */
export const useRecentEntries = () => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  return useQuery({ queryKey: ['run-recent', userId, orgId], queryFn: () => readOwnEntries(orgId, userId), gcTime: 0, staleTime: Infinity })
    .data;
};
