import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useCallback, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { CATALOGUES } from '#client/app/catalogues.ts';
import { loadingText } from '#client/app/loading-text.ts';
import { EngineGate } from '#client/app/engine-gate.tsx';
import { fetchScreen } from '#client/app/screens.tsx';
import { SilenceNotice } from '#client/app/silence-notice.tsx';
import { SignedInApp } from '#client/app/signed-in-app.tsx';
import { messageOf } from '#client/api/api-error.ts';
import { theOwnView } from '#client/data/own-view.ts';
import { onConfirmNeeded } from '#client/api/call.ts';
import { createQueryClient } from '#client/data/query-client.ts';
import { rememberedUser, userQuery } from '#client/data/session.ts';
import { startEngine } from '#client/data/start-engine.ts';
import { onFirstSilence } from '#client/data/storage-silence.ts';
import { UserContext } from '#client/data/user-context.tsx';
import { reloadWhenPossible } from '#client/lib/dirty.ts';
import { fetchCode } from '#client/lib/fetch-code.ts';
import { noteController } from '#client/lib/first-controller.ts';
import { afterFirstScreen, noteFirstScreen } from '#client/lib/first-screen.ts';
import { keepInstallPrompt } from '#client/lib/install-prompt.ts';
import { hideToken, invitationOf } from '#client/lib/invitation-path.ts';
import { isLandingShown, showLanding } from '#client/lib/landing.ts';
import { later } from '#client/lib/later.tsx';
import { loadWords } from '#client/lib/texts.ts';
import { Failed, Spinner } from '#client/ui/states.tsx';
import { ToastProvider } from '#client/ui/toast.tsx';
import './styles/app.css';

Object.assign(globalThis, { fetchCode });
onConfirmNeeded(async () => (await import('#client/components/confirm-identity/confirm-identity.tsx')).confirmIdentity());

const SignInUnreachable = later(async () => (await import('#client/app/after-start.ts')).SignInUnreachable);
const UpdateNotice = later(async () => (await import('#client/app/after-start.ts')).UpdateNotice);
const SignedOutInvitation = lazy(async () => ({ default: (await import('#client/app/invitation.tsx')).SignedOutInvitation }));

/**
 * Nobody signed in sees the landing screen at every address but an invitation's; signing in leads back to the address that was asked for.
 */
const App = () => {
  const { data: user, isError, error, refetch } = useQuery(userQuery);
  // Until the session is known, a page that began with the landing screen stays with it: a first-time visitor has nothing to wait for.
  const invitation = invitationOf(location.pathname);
  const isUnknown = user === undefined && (isError ? rememberedUser() === null : isLandingShown());
  const isLanding = invitation === null && (user === null || isUnknown);
  useLayoutEffect(() => {
    showLanding(isLanding);
    if (isLanding || isError) {
      noteFirstScreen();
    }
    if (user !== undefined) {
      // Back from the identity provider: the flag only suppressed the landing screen in between.
      sessionStorage.removeItem('signingIn');
    }
    if (user === null) {
      // Their session may have been ended elsewhere; then none of their data stays.
      theOwnView()
        .look()
        .catch(() => undefined);
    }
  }, [isLanding, isError, user]);
  const again = useCallback(() => void refetch(), [refetch]);
  if (isLanding) {
    return isError ? <SignInUnreachable error={error} onRetry={again} /> : null;
  }
  if (isError) {
    return <Failed text={messageOf(error)} onRetry={again} />;
  }
  if (user === null && invitation !== null) {
    return <SignedOutInvitation token={invitation} />;
  }
  return user ? (
    <UserContext value={user}>
      <EngineGate key={user.id} user={user}>
        <SignedInApp />
      </EngineGate>
    </UserContext>
  ) : (
    <Spinner text={loadingText(location.pathname)} />
  );
};

/** Every component in all its states: `/design`, only in development. */
const DesignScreen = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('#client/features/design/design-screen.tsx')).DesignScreen }))
  : null;
const isDesign = DesignScreen !== null && location.pathname === '/design';

keepInstallPrompt();
noteController();
hideToken();
// The link of another invitation, entered while one is shown.
window.addEventListener('hashchange', () => {
  if (location.pathname === '/invitation') {
    location.reload();
  }
});

// Also where nothing of the app can be shown, which a new version may cure. What fails here is tried again once the app is shown.
afterFirstScreen(() => void UpdateNotice.fetch().catch(() => undefined));

const root = document.getElementById('root');
// In a browser that is too old, `browser.js` has removed it and shows a message.
if (!root) {
  throw new Error('The page has no place for the app.');
}
const page = createRoot(root);
const client = createQueryClient();
const app = (
  <StrictMode>
    <QueryClientProvider client={client}>
      <ToastProvider>
        <Suspense>{isDesign ? <DesignScreen /> : <App />}</Suspense>
        <UpdateNotice />
        <SilenceNotice />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>
);
// The user and the code of their first screen are fetched while the stores are opened.
void client.prefetchQuery(userQuery);
if (rememberedUser() !== null) {
  fetchScreen(location.pathname);
}
// A page whose texts cannot be fetched is shown in English rather than not at all.
const texts = loadWords(CATALOGUES).catch(() => undefined);
let isOpen = false;
// While the database is not open there is no app that could show this.
onFirstSilence(() => {
  void texts.then(() => {
    if (!isOpen) {
      page.render(
        <>
          {!isLandingShown() && <Spinner text={loadingText(location.pathname)} />}
          <SilenceNotice />
        </>,
      );
    }
  });
});
startEngine(reloadWhenPossible).then(
  () => {
    isOpen = true;
    void texts.then(() => page.render(app));
  },
  async (error: unknown) => {
    const [{ StorageProblem }] = await Promise.all([import('#client/app/storage-problem.tsx'), texts]);
    showLanding(false);
    page.render(<StorageProblem error={error} />);
    noteFirstScreen();
  },
);
