import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { SignedInApp } from '#client/app/signed-in-app.tsx';
import { messageOf } from '#client/api/api-error.ts';
import { createQueryClient } from '#client/data/query-client.ts';
import { userQuery } from '#client/data/session.ts';
import { UserContext } from '#client/data/user-context.tsx';
import { LandingScreen } from '#client/features/landing/landing-screen.tsx';
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
      <SignedInApp />
    </UserContext>
  );
};

/** Every component in all its states: `/design`, only in development. */
const DesignScreen = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('#client/features/design/design-screen.tsx')).DesignScreen }))
  : null;
const isDesign = DesignScreen !== null && location.pathname === '/design';

const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no place for the app.');
}
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <Suspense>{isDesign ? <DesignScreen /> : <App />}</Suspense>
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
