import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { displayNameOf } from '#shared/domain/names.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { useSignOut } from '#client/app/use-sign-out.tsx';
import { HalfMadeBar } from '#client/app/half-made-bar.tsx';
import { BackLink } from '#client/components/links.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { useSetAside } from '#client/features/onboarding/set-aside.ts';
import { onboardingPath } from '#client/features/onboarding/paths.ts';
import { isHalfMade, needsOnboarding } from '#client/features/onboarding/steps.ts';
import { useOnboardingOrganization } from '#client/features/onboarding/use-onboarding.ts';
import { withFirstDayWords, withImportWords } from '#client/app/later-words.ts';
import { t } from '#client/lib/texts.ts';
import { Brand } from '#client/ui/brand.tsx';
import { IconButton } from '#client/ui/button.tsx';
import { LogOutIcon } from '#client/ui/icons.tsx';

// Needed once in a company's life: no start should wait for them.
const wizard = () => import('#client/features/onboarding/wizard-screens.tsx');
const setup = () => import('#client/features/onboarding/setup-screens.tsx');
const PersonNotices = lazy(async () => ({ default: (await import('#client/app/rare-notices.ts')).PersonNotices }));
const ChoiceScreen = lazy(async () => ({ default: (await import('#client/features/onboarding/choice-screen.tsx')).ChoiceScreen }));
const RequestInvitationScreen = lazy(async () => ({
  default: (await import('#client/features/onboarding/request-invitation-screen.tsx')).RequestInvitationScreen,
}));
const CreateOrganizationScreen = lazy(async () => ({
  default: (await import('#client/features/onboarding/create-organization-screen.tsx')).CreateOrganizationScreen,
}));
const ImportOrganizationScreen = lazy(async () => ({
  default: (await import('#client/features/onboarding/import-organization-screen.tsx')).ImportOrganizationScreen,
}));
const SampleScreen = lazy(async () => ({ default: (await import('#client/features/onboarding/sample-screen.tsx')).SampleScreen }));
const SetupOverviewScreen = lazy(async () => ({
  default: (await import('#client/features/onboarding/setup-overview-screen.tsx')).SetupOverviewScreen,
}));
const FirstDayImportScreen = lazy(async () => ({
  default: (await withImportWords(() => import('#client/app/quick-import.tsx'))).FirstDayImportScreen,
}));
const StepEmployeesScreen = lazy(async () => ({ default: (await wizard()).StepEmployeesScreen }));
const StepServiceFieldsScreen = lazy(async () => ({ default: (await wizard()).StepServiceFieldsScreen }));
const StepServicesScreen = lazy(async () => ({ default: (await wizard()).StepServicesScreen }));
const StepEquipmentScreen = lazy(async () => ({ default: (await wizard()).StepEquipmentScreen }));
const StepCustomersScreen = lazy(async () => ({ default: (await wizard()).StepCustomersScreen }));
const SetupEmployeesScreen = lazy(async () => ({ default: (await setup()).SetupEmployeesScreen }));
const SetupEquipmentScreen = lazy(async () => ({ default: (await setup()).SetupEquipmentScreen }));
const SetupCustomersScreen = lazy(async () => ({ default: (await setup()).SetupCustomersScreen }));
const SetupCustomFieldsScreen = lazy(async () => ({ default: (await setup()).SetupCustomFieldsScreen }));

const CountryScreen = lazy(async () => ({
  default: (await withFirstDayWords(() => import('#client/features/onboarding/quick/country-screen.tsx'))).CountryScreen,
}));
const TradesScreen = lazy(async () => ({
  default: (await withFirstDayWords(() => import('#client/features/onboarding/quick/trades-screen.tsx'))).TradesScreen,
}));
const ListsScreen = lazy(async () => ({
  default: (await withFirstDayWords(() => import('#client/features/onboarding/quick/lists-screen.tsx'))).ListsScreen,
}));
const PeopleScreen = lazy(async () => ({
  default: (await withFirstDayWords(() => import('#client/features/onboarding/quick/people-screen.tsx'))).PeopleScreen,
}));

const SyncRoute = lazy(async () => ({ default: (await import('#client/app/sync-route.tsx')).SyncRoute }));

/** What the user could not send to an organization that they can no longer see. */
const UnsentScreen = () => (
  <main className="mx-auto w-full max-w-220 px-4 pt-6 pb-10 md:px-8">
    <BackLink to="/onboarding/choice">{t('Back')}</BackLink>
    <SyncRoute />
  </main>
);

/** Routes that stay reachable after onboarding (specification 1.6). */
const ALWAYS = {
  '/onboarding/create-organization': CreateOrganizationScreen,
  '/onboarding/import-organization': ImportOrganizationScreen,
  '/onboarding/sample': SampleScreen,
  '/onboarding/country': CountryScreen,
  '/onboarding/trades': TradesScreen,
  '/onboarding/lists': ListsScreen,
  '/onboarding/people': PeopleScreen,
  '/onboarding/import': FirstDayImportScreen,
  '/onboarding/step-employees': StepEmployeesScreen,
  '/onboarding/step-service-fields': StepServiceFieldsScreen,
  '/onboarding/step-services': StepServicesScreen,
  '/onboarding/step-equipment': StepEquipmentScreen,
  '/onboarding/step-customers': StepCustomersScreen,
};

const WHILE_NEEDED = {
  '/sync': UnsentScreen,
  '/onboarding/choice': ChoiceScreen,
  '/onboarding/request-invitation': RequestInvitationScreen,
  '/onboarding/setup-wizard': SetupOverviewScreen,
  '/onboarding/setup-employees': SetupEmployeesScreen,
  '/onboarding/setup-equipment': SetupEquipmentScreen,
  '/onboarding/setup-customers': SetupCustomersScreen,
  '/onboarding/setup-custom-fields': SetupCustomFieldsScreen,
};

/** `/onboarding/go-on`: where the set-up of the organization in the address was left. */
const GoOn = () => {
  const organization = useOnboardingOrganization();
  return <Redirect to={onboardingPath(organization ? [organization] : [])} replace />;
};

/** The frame of the onboarding: brand, signed-in user and sign-out. Signing in again returns to the same place. */
const Around = ({ children }: { readonly children: ReactNode }) => {
  const user = useUser();
  const { signOut, question } = useSignOut();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-10 border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-275 items-center gap-3 px-4 md:px-8">
          <Brand />
          <span className="min-w-0 flex-1 truncate text-right text-ink2">{displayNameOf(user)}</span>
          <IconButton label={t('Log out')} icon={LogOutIcon} onClick={signOut} className="-mr-2" />
          {question}
        </div>
      </header>
      <HalfMadeBar />
      {(user.confirmBy ?? user.addedTo) && (
        <div className="mx-auto w-full max-w-275 px-4 pt-4 md:px-8">
          <Suspense>
            <PersonNotices />
          </Suspense>
        </div>
      )}
      {children}
    </div>
  );
};

const routesOf = (screens: Readonly<Record<string, React.ComponentType>>) =>
  Object.entries(screens).map(([path, Screen]) => (
    <Route key={path} path={path}>
      <Around>
        <Screen />
      </Around>
    </Route>
  ));

interface OnboardingProps {
  readonly organizations: readonly Organization[];
  /** Shown at every other address once onboarding is complete. */
  readonly children: ReactNode;
}

/**
 * The onboarding's routes (specification 3.2, 3.3): while it is needed, every other address leads to the saved step. Users on one of its
 * screens when it ends, because setup is complete or they were added to a company, are redirected rather than shown a not-found page.
 */
export const Onboarding = ({ organizations, children }: OnboardingProps) => {
  const [path] = useLocation();
  const aside = useSetAside();
  const asked = useOnboardingOrganization();
  const isNeeded = needsOnboarding(organizations, aside);
  // An organization that was put aside is set up from the switcher: all of its screens are reachable, and none of them redirects there.
  const isAsked = asked !== undefined && isHalfMade(asked);
  // In a sample company one may begin with one's own at any time.
  const isOnlyLooking = organizations.every(({ isSample }) => isSample);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  const isOn = isNeeded || ((wasNeeded || isAsked || isOnlyLooking) && path.startsWith('/onboarding/'));
  if (isOn !== wasNeeded) {
    setWasNeeded(isOn);
  }
  const isEnding = isOn && !isNeeded && !isOnlyLooking;
  return (
    <Switch>
      {routesOf(ALWAYS)}
      <Route path="/onboarding/go-on">
        <GoOn />
      </Route>
      {/* A batch screen completes the onboarding and navigates by itself. */}
      {(isEnding ? ['/onboarding/choice', '/onboarding/request-invitation'] : []).map((done) => (
        <Route key={done} path={done}>
          <Redirect to={organizations.some(({ role }) => role === 'owner') ? '/dashboard' : '/welcome'} replace />
        </Route>
      ))}
      {isOn ? routesOf(WHILE_NEEDED) : []}
      <Route>{isNeeded ? <Redirect to={onboardingPath(organizations, aside)} replace /> : children}</Route>
    </Switch>
  );
};
