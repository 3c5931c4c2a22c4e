import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '#client/data/installation.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { BackupsCard } from '#client/features/organization/backups-card.tsx';
import { SecondStepCard, secondStepQuery } from '#client/features/organization/second-step-card.tsx';
import { UsageCard, usageQuery } from '#client/features/organization/usage-card.tsx';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';

/** What only the server knows of the organization, for those responsible for it: shown together, or one card would push the other down. */
export const OwnerCards = () => {
  const { id } = useOrganization();
  const seesUsage = useCan('members:manage');
  const mayRequire = useCan('secondStep:require');
  const isOnline = useBrowserOnline();
  const ownsIt = useCan('installation:read');
  const installation = useQuery({ ...installationQuery(id), staleTime: 0, refetchOnWindowFocus: true, enabled: ownsIt && isOnline });
  const usage = useQuery({ ...usageQuery(id), enabled: seesUsage });
  const step = useQuery({ ...secondStepQuery(id), enabled: mayRequire && isOnline });
  if (usage.isLoading || step.isLoading || installation.isLoading) {
    return null;
  }
  return (
    <>
      {installation.data && <BackupsCard installation={installation.data} />}
      {usage.data && <UsageCard items={usage.data.items} />}
      {mayRequire && isOnline && <SecondStepCard orgId={id} query={step} />}
    </>
  );
};
