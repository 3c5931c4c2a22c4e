import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { messageOf } from '#client/api/api-error.ts';
import type { User } from '#shared/domain/user.ts';
import { FollowEngine } from '#client/app/follow-engine.tsx';
import { loadingText } from '#client/app/loading-text.ts';
import { prepareScreen } from '#client/app/prepare-screen.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { watchForLoss } from '#client/data/lost-work.ts';
import { useEnding } from '#client/data/own-view.ts';
import { rememberUser } from '#client/data/session.ts';
import type { Ending } from '#client/offline/public.ts';
import { setSessionUser } from '#client/data/session-user.ts';
import { enter, keepWorking } from '#client/data/start-engine.ts';
import { forgetTries } from '#client/data/storage-silence.ts';
import { canReload, subscribeToReload } from '#client/lib/dirty.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { Failed, Spinner } from '#client/ui/states.tsx';

const FollowOthers = later(async () => (await import('#client/app/after-start.ts')).FollowOthers);
const EmptiedUnderForm = later(async () => (await import('#client/app/after-start.ts')).EmptiedUnderForm);
const EndedScreen = later(
  async () => (await import('#client/app/after-start.ts')).TabEnded,
  () => <Spinner text={t('Loading...')} />,
);

const TabEnded = ({ ending, user }: { readonly ending: Ending; readonly user: User }) => {
  const engine = useEngine();
  // Read while the form still exists: rendering this component unmounts it.
  const [wasDirty] = useState(() => !canReload() && engine.current().sending === null);
  return <EndedScreen ending={ending} user={user} wasDirty={wasDirty} />;
};

type Standing = 'opening' | 'ready' | { readonly failed: unknown };

/** Makes this device's copy the signed-in user's before anything of it is shown, and keeps it in sync from then on. */
export const EngineGate = ({ user, children }: { readonly user: User; readonly children: ReactNode }) => {
  const engine = useEngine();
  const client = useQueryClient();
  const [standing, setStanding] = useState<Standing>('opening');
  const ending = useEnding();
  const isFree = useSyncExternalStore(subscribeToReload, canReload);

  // Before the frame with the spinner: while that is drawn, the stores answer.
  useLayoutEffect(() => {
    let isCurrent = true;
    let endWatch = (): void => undefined;
    setSessionUser(user.id);
    rememberUser(user);
    const open = async (): Promise<void> => {
      await enter(engine, user.id);
      const [end] = await Promise.all([watchForLoss(engine, user.id), prepareScreen(client)]);
      if (!isCurrent) {
        end();
      }
      endWatch = end;
      forgetTries();
      if (isCurrent) {
        setStanding('ready');
      }
    };
    open().catch((error: unknown) => {
      if (isCurrent) {
        setStanding({ failed: error });
      }
    });
    return () => {
      isCurrent = false;
      endWatch();
    };
  }, [engine, client, user]);

  useEffect(() => keepWorking(engine), [engine]);

  if (standing === 'opening') {
    return <Spinner text={loadingText(location.pathname)} />;
  }
  if (standing !== 'ready') {
    return (
      <Failed
        text={t("This device's storage can't be used: {failed}", { failed: messageOf(standing.failed) })}
        onRetry={() => location.reload()}
      />
    );
  }
  // Input outlives emptied storage for as long as its form is open: it can still be saved.
  if (ending !== null && (ending !== 'storage-gone' || isFree)) {
    return (
      <>
        <FollowOthers />
        <TabEnded key={ending} ending={ending} user={user} />
      </>
    );
  }
  return (
    <>
      <FollowOthers />
      {ending !== null && <EmptiedUnderForm />}
      <FollowEngine />
      {children}
    </>
  );
};
