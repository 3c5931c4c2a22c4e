import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { EngineGate } from '#client/app/engine-gate.tsx';
import { StorageProblem } from '#client/app/storage-problem.tsx';
import { watchForUpdates } from '#client/app/service-worker.ts';
import { SignedInApp } from '#client/app/signed-in-app.tsx';
import { UpdateNotice } from '#client/app/update-notice.tsx';
import { messageOf } from '#client/api/api-error.ts';
import { createQueryClient } from '#client/data/query-client.ts';
import { userQuery } from '#client/data/session.ts';
import { startEngine } from '#client/data/start-engine.ts';
import { UserContext } from '#client/data/user-context.tsx';
import { LandingScreen } from '#client/features/landing/landing-screen.tsx';
import { isPageFree, subscribeToPage } from '#client/lib/dirty.ts';
import { keepInstallPrompt } from '#client/lib/install-prompt.ts';
import { Failed, Spinner } from '#client/ui/states.tsx';
import { ToastProvider } from '#client/ui/toast.tsx';
import './styles/app.css';

/** Nobody signed in sees the landing screen at every address; after signing in he comes back to the one he asked for. */
const App = () => {
  const { data: user, isError, error, refetch } = useQuery(userQuery);
  if (isError) {
    return <Failed text={messageOf(error)} onRetry={() => void refetch()} />;
  }
  if (user === undefined) {
    return <Spinner text="Loading..." />;
  }
  return user === null ? (
    <LandingScreen />
  ) : (
    <UserContext value={user}>
      <EngineGate key={user.id} user={user}>
        <SignedInApp />
      </EngineGate>
    </UserContext>
  );
};

/** Every component in all its states: `/design`, only in development. */
const DesignScreen = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('#client/features/design/design-screen.tsx')).DesignScreen }))
  : null;
const isDesign = DesignScreen !== null && location.pathname === '/design';

keepInstallPrompt();
const updates = watchForUpdates(isPageFree);

/** Another tab has a newer app, which needs the storage: this one begins anew as soon as nothing is unsaved here. */
const reloadWhenFree = (): void => {
  const reload = (): void => {
    if (isPageFree()) {
      location.reload();
    }
  };
  subscribeToPage(reload);
  reload();
};

const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no place for the app.');
}
const page = createRoot(root);
const app = (
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <Suspense>{isDesign ? <DesignScreen /> : <App />}</Suspense>
        <UpdateNotice updates={updates} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>
);
startEngine(reloadWhenFree).then(
  () => page.render(app),
  (error: unknown) => page.render(<StorageProblem error={error} />),
);
