import { useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { type AppRoute, Titled } from '#client/app/app-route.tsx';
import { loadingText } from '#client/app/loading-text.ts';
import { DashboardScreen } from '#client/features/dashboard/dashboard-screen.tsx';
import { afterFirstScreen } from '#client/lib/first-screen.ts';
import { later } from '#client/lib/later.tsx';
import { Loading } from '#client/ui/states.tsx';

/** The screen of nearly every start: its code is part of the start's, that of all others is not, not even where it is. */
export const OVERVIEW: AppRoute = { path: '/dashboard', title: 'Overview', Screen: DashboardScreen };

const OtherScreens = later(
  async () => (await import('#client/app/routes.tsx')).OtherScreens,
  () => <Loading text={loadingText(location.pathname)} />,
);

/** The screen of the current address. */
export const Screens = () => {
  useEffect(() => afterFirstScreen(() => void OtherScreens.fetch().catch(() => undefined)), []);
  return (
    <Switch>
      <Route path={OVERVIEW.path}>
        <Titled title={OVERVIEW.title}>
          <DashboardScreen />
        </Titled>
      </Route>
      <Route path="/">
        <Redirect to={OVERVIEW.path} replace />
      </Route>
      <Route>
        <OtherScreens />
      </Route>
    </Switch>
  );
};

/** Whether an address shows the overview. */
export const isOverview = (path: string): boolean => path === '/' || path === OVERVIEW.path;

/**
 * Fetches the code of an address's screen while the start is still reading its data. A failed fetch is repeated when the screen is shown.
 */
export const fetchScreen = (path: string): void => {
  if (!isOverview(path)) {
    Promise.all([OtherScreens.fetch(), import('#client/app/routes.tsx').then(({ fetchRoute }) => fetchRoute(path))]).catch(() => undefined);
  }
};
