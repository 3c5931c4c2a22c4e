import { Redirect } from 'wouter';
import { useOnboardingOrganization } from '#client/features/onboarding/use-onboarding.ts';
import { ImportFlow } from '#client/features/import/import-screen.tsx';
import { t } from '#client/lib/texts.ts';

/** `/onboarding/import`: a list is brought along on the quick way, which then goes on. */
export const FirstDayImportScreen = () => {
  const organization = useOnboardingOrganization();
  if (!organization) {
    return <Redirect to="/dashboard" replace />;
  }
  const { id } = organization;
  return (
    <main className="mx-auto w-full max-w-275 px-4 pt-4 md:px-8">
      <ImportFlow
        organization={organization}
        path={`/onboarding/import?orgId=${id}`}
        back={{ to: `/onboarding/lists?orgId=${id}`, label: t('Back'), done: t('Continue') }}
      />
    </main>
  );
};
