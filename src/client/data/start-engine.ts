import { onBroken } from '#client/api/call.ts';
import { setEngine } from '#client/data/engine-context.tsx';
import { hasSignOutMark } from '#client/data/sign-out-mark.ts';
import { lossesHere } from '#client/data/lost-work.ts';
import { setOwnView, theOwnView } from '#client/data/own-view.ts';
import { sessionUser } from '#client/data/session-user.ts';
import { setReopen, setSilence } from '#client/data/storage-silence.ts';
import { afterFirstScreen } from '#client/lib/first-screen.ts';
import { announceView, type Engine, openDevice, type OwnView, pageLife } from '#client/offline/public.ts';

/** Calls back whenever the page comes to the foreground or the network changes. */
const onLook = (look: () => void): void => {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      look();
    }
  });
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
};

/**
 * Deletes the copy if the server has marked this browser; a user in the middle of something sees the same as after signing out in another
 * tab.
 */
const forgetIfMarked = async (engine: Engine): Promise<void> => {
  if (hasSignOutMark()) {
    const { forgetCopy } = await import('#client/data/leave.ts');
    await forgetCopy(engine, hasSignOutMark);
  }
};

const followPage = (engine: Engine, view: OwnView): void => {
  // Whichever screen ran into it, the engine checks and notifies all of them. If it already knows, it retries by itself.
  onBroken((why) => {
    if (engine.current().connection === 'online') {
      (why === 'no-answer' ? engine.missed : engine.look)();
    }
  });
  onLook(() => {
    // A suspended page may have missed a change of user. What cannot be read now is found out at the next check.
    view.look().catch(() => undefined);
    engine.look();
  });
  // A refusal just now may have left the mark.
  engine.subscribe(({ connection }) => {
    if (connection === 'signed-out') {
      view.look().catch(() => undefined);
    }
  });
  window.addEventListener('online', () => engine.networkChanged());
  window.addEventListener('offline', () => engine.networkChanged());
  // The worker hears of the network even while the page is suspended (Background Sync).
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'sync') {
      engine.kick();
    }
  });
};

/** What this app knows of its user and the engine does not. */
export const around = { session: { userId: sessionUser }, losses: lossesHere };

/**
 * Opens this device's stores and creates the engine over them. Rejects with `NewerDatabase` or `BrokenDatabase`. `onVersionChange`: a tab
 * with a newer app needs the database; this page has to be reloaded.
 */
export const startEngine = async (onVersionChange: () => void): Promise<Engine> => {
  const { engine, view: own, reopen } = await openDevice({ ...around, onVersionChange, onSilence: setSilence });
  setReopen(reopen);
  // It checks for the mark whenever it checks anything.
  const view = { ...own, look: () => forgetIfMarked(engine).then(own.look) };
  await forgetIfMarked(engine);
  setEngine(engine);
  setOwnView(view);
  followPage(engine, view);
  // A page that is left before this has loaded has shown nothing yet.
  import('#client/data/hide-while-away.ts').then(({ hideWhileAway }) => hideWhileAway(view)).catch(() => undefined);
  return engine;
};

/**
 * Lets the engine work by itself while the page is in use; returns a function that ends it. It begins after the first screen: its code
 * and its transactions would hold up what that screen reads. In the background the page releases everything, and resumes when it is shown
 * again. Its view finds out whose copy it is by then.
 */
export const keepWorking = (engine: Engine): (() => void) => {
  let isToBegin = true;
  const begin = (): void => {
    isToBegin = false;
    engine.start();
  };
  afterFirstScreen(() => isToBegin && begin());
  const unwatch = pageLife().watch({
    onLeave: () => void engine.stop(),
    onReturn: () => {
      begin();
      engine.look();
    },
  });
  return () => {
    isToBegin = false;
    unwatch();
    void engine.stop();
  };
};

/** Makes this device's copy the user's, and this tab one that shows only that. */
export const enter = async (engine: Engine, userId: number): Promise<void> => {
  await theOwnView().open(userId, () => engine.signedIn(userId));
  announceView(engine);
};
