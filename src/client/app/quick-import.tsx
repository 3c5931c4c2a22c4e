import type { Organization } from '#shared/domain/organization.ts';
import { ofOrganization } from '#client/features/onboarding/wizard-frame.tsx';
import { ImportFlow } from '#client/features/import/import-screen.tsx';
import { t } from '#client/lib/texts.ts';

const FirstDayImport = ({ organization }: { readonly organization: Organization }) => (
  <main className="mx-auto w-full max-w-275 px-4 pt-4 md:px-8">
    <ImportFlow
      organization={organization}
      path={`/onboarding/import?orgId=${organization.id}`}
      back={{ to: `/onboarding/lists?orgId=${organization.id}`, label: t('Back'), done: t('Continue') }}
    />
  </main>
);

/** `/onboarding/import`: a list is brought along on the quick way, which then goes on. */
export const FirstDayImportScreen = ofOrganization(FirstDayImport);
