import { lazy, Suspense } from 'react';
import type { PracticeDialog } from '#client/features/welcome/practice-card.tsx';
import { WelcomeScreen } from '#client/features/welcome/welcome-screen.tsx';

const Practice = lazy(async () => ({ default: (await import('#client/features/job-entries/practice-entry.tsx')).PracticeEntryDialog }));

const PracticeEntryDialog: PracticeDialog = (props) => (
  <Suspense>
    <Practice {...props} />
  </Suspense>
);

/** `/welcome`: the first screen after joining, with the entry dialog to practise in. */
export const WelcomeRoute = () => <WelcomeScreen PracticeEntryDialog={PracticeEntryDialog} />;
