import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '#client/api/api-error.ts';
import { EntryDialogHost } from '#client/app/entry-dialog-host.tsx';
import { ErrorBoundary } from '#client/app/error-boundary.tsx';
import { loadingText } from '#client/app/loading-text.ts';
import { Screens } from '#client/app/screens.tsx';
import { useAccountLanguage } from '#client/app/use-account-language.ts';
import { Shell } from '#client/app/shell.tsx';
import { OrganizationProvider, useOrganizations } from '#client/data/organization-context.tsx';
import { organizationsQuery } from '#client/data/session.ts';
import { useSetAside } from '#client/features/onboarding/set-aside.ts';
import { needsOnboarding } from '#client/features/onboarding/steps.ts';
import { useUser } from '#client/data/user-context.tsx';
import { noteFirstScreen } from '#client/lib/first-screen.ts';
import { later } from '#client/lib/later.tsx';
import { invitationOf } from '#client/lib/invitation-path.ts';
import { t } from '#client/lib/texts.ts';
import { Failed, Loading, Spinner } from '#client/ui/states.tsx';
import { useToast } from '#client/ui/toast.tsx';

// Needed once in a company's life: no start should wait for it.
const SignedInInvitation = lazy(async () => ({ default: (await import('#client/app/invitation.tsx')).SignedInInvitation }));
const Onboarding = lazy(async () => ({ default: (await import('#client/app/onboarding.tsx')).Onboarding }));
const LeftNotice = later(async () => (await import('#client/app/rare-notices.ts')).LeftNotice);

/** Welcomes the user after the sign-in page has sent the browser here (specification 1.31). */
const useGreeting = () => {
  const user = useUser();
  const toast = useToast();
  useEffect(() => {
    // Specification 1.31: the first name, otherwise the whole e-mail.
    const name = user.firstName?.trim() || user.email;
    const greeting = sessionStorage.getItem('greeting');
    sessionStorage.removeItem('greeting');
    if (greeting === 'login') {
      toast({ title: t('Login successful'), text: t('Welcome back, {user}!', { user: name }) });
    } else if (greeting === 'register') {
      toast({ title: t('Registration successful'), text: t('Welcome to Headland, {user}!', { user: name }) });
    }
  }, [user, toast]);
};

const ShellAndScreens = () => {
  const [path] = useLocation();
  return (
    <EntryDialogHost>
      <Shell>
        <ErrorBoundary resetKey={path}>
          <Suspense fallback={<Loading text={loadingText(path)} />}>
            <Screens />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </EntryDialogHost>
  );
};

/** The onboarding where it is needed or asked for; otherwise the shell and its screens. */
const Routes = () => {
  const [path] = useLocation();
  const { organizations, hasLeft } = useOrganizations();
  const isOnboarding = needsOnboarding(organizations, useSetAside()) || path.startsWith('/onboarding/');
  const invitation = invitationOf(path);
  useEffect(noteFirstScreen, []);
  return (
    <Suspense fallback={<Spinner text={loadingText(path)} />}>
      {/* Takes precedence over the onboarding: an invited user must not create an organization just because they have none. */}
      {invitation !== null ? (
        <SignedInInvitation key={invitation} token={invitation} />
      ) : isOnboarding ? (
        <Onboarding organizations={organizations}>
          <ShellAndScreens />
        </Onboarding>
      ) : (
        <ShellAndScreens />
      )}
      {hasLeft && <LeftNotice />}
    </Suspense>
  );
};

/** The app of a signed-in user: onboarding until they have a complete organization, otherwise the shell and its screens. */
export const SignedInApp = () => {
  useGreeting();
  useAccountLanguage();
  const [path] = useLocation();
  const { data: organizations, isError, error, refetch } = useQuery(organizationsQuery);
  // A list that was loaded once and fails to refresh closes no form.
  if (isError && !organizations) {
    return <Failed text={t('Failed to fetch organizations: {error}', { error: messageOf(error) })} onRetry={() => void refetch()} />;
  }
  if (!organizations) {
    return <Spinner text={loadingText(path)} />;
  }
  return (
    <OrganizationProvider>
      <Routes />
    </OrganizationProvider>
  );
};
