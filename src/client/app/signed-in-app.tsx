import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { displayNameOf } from '#shared/domain/user.ts';
import { messageOf } from '#client/api/api-error.ts';
import { EntryDialogHost } from '#client/app/entry-dialog-host.tsx';
import { ErrorBoundary } from '#client/app/error-boundary.tsx';
import { ROUTES } from '#client/app/routes.tsx';
import { NotFoundScreen, Shell } from '#client/app/shell.tsx';
import { OrganizationProvider } from '#client/data/organization-context.tsx';
import { organizationsQuery } from '#client/data/session.ts';
import { useUser } from '#client/data/user-context.tsx';
import { ChoiceScreen } from '#client/features/onboarding/choice-screen.tsx';
import { CreateOrganizationScreen } from '#client/features/onboarding/create-organization-screen.tsx';
import { RequestInvitationScreen } from '#client/features/onboarding/request-invitation-screen.tsx';
import { Failed, Loading, Spinner } from '#client/ui/states.tsx';
import { useToast } from '#client/ui/toast.tsx';

/** Greets after the sign-in page has sent the browser here (specification 1 §8). */
const useGreeting = () => {
  const user = useUser();
  const toast = useToast();
  useEffect(() => {
    const greeting = sessionStorage.getItem('greeting');
    sessionStorage.removeItem('greeting');
    if (greeting === 'login') {
      toast({ title: 'Login successful', text: `Welcome back, ${displayNameOf(user)}!` });
    } else if (greeting === 'register') {
      toast({ title: 'Registration successful', text: `Welcome to Headland, ${displayNameOf(user)}!` });
    }
  }, [user, toast]);
};

const Titled = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Headland`;
  }, [title]);
  return children;
};

const Screens = () => {
  const [path] = useLocation();
  return (
    <EntryDialogHost>
      <Shell>
        <ErrorBoundary resetKey={path}>
          <Suspense fallback={<Loading text="Loading..." />}>
            <Switch>
              {ROUTES.map(({ path: route, title, Screen }) => (
                <Route key={route} path={route}>
                  {(params) => (
                    <Titled title={title}>
                      <Screen params={params} />
                    </Titled>
                  )}
                </Route>
              ))}
              <Route path="/">
                <Redirect to="/dashboard" replace />
              </Route>
              <Route>
                <Titled title="404 Page Not Found">
                  <NotFoundScreen />
                </Titled>
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </EntryDialogHost>
  );
};

const Onboarding = () => (
  <Switch>
    <Route path="/onboarding/choice" component={ChoiceScreen} />
    <Route path="/onboarding/request-invitation" component={RequestInvitationScreen} />
    <Route path="/onboarding/create-organization" component={CreateOrganizationScreen} />
    <Route>
      <Redirect to="/onboarding/choice" replace />
    </Route>
  </Switch>
);

/** The app of somebody who is signed in: onboarding while he has no complete organization, else the shell and its screens. */
export const SignedInApp = () => {
  useGreeting();
  const { data: organizations, isError, error, refetch } = useQuery(organizationsQuery);
  if (isError) {
    return <Failed text={`Failed to fetch organizations: ${messageOf(error)}`} onRetry={() => void refetch()} />;
  }
  if (!organizations) {
    return <Spinner text="Loading..." />;
  }
  const incomplete = organizations.find(({ onboardingCompleted }) => !onboardingCompleted);
  if (organizations.length === 0) {
    return <Onboarding />;
  }
  return (
    <OrganizationProvider>
      <Switch>
        <Route path="/onboarding/create-organization" component={CreateOrganizationScreen} />
        {incomplete?.role === 'owner' && (
          <Route>
            <Redirect to={`/onboarding/create-organization?orgId=${incomplete.id}`} replace />
          </Route>
        )}
        <Route component={Screens} />
      </Switch>
    </OrganizationProvider>
  );
};
