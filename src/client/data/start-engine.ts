import { onBroken } from '#client/api/call.ts';
import { setEngine } from '#client/data/engine-context.tsx';
import { isLeft } from '#client/data/left-mark.ts';
import { lossesHere } from '#client/data/lost-work.ts';
import { setOwnView, theOwnView } from '#client/data/own-view.ts';
import { sessionUser } from '#client/data/session-user.ts';
import { setReopen, setSilence } from '#client/data/storage-silence.ts';
import { announceView, type Engine, listenLive, openDevice, type OwnView, pageLife, withOwnConnection } from '#client/offline/public.ts';

/** Does something whenever the page comes to the fore or the network changes. */
const onLook = (look: () => void): void => {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      look();
    }
  });
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
};

/** Forgets the copy if the server has told this browser so; whoever is in the middle of something is told as by a sign-out in another tab. */
const heedMark = async (engine: Engine): Promise<void> => {
  if (isLeft()) {
    const { forgetCopy } = await import('#client/data/leave.ts');
    await forgetCopy(engine, isLeft);
  }
};

const followPage = (engine: Engine, view: OwnView): void => {
  // Whatever screen met it: the engine finds out, and says so everywhere. If it knows already, it looks again by itself.
  onBroken((why) => {
    if (engine.current().connection === 'online') {
      (why === 'no-answer' ? engine.missed : engine.look)();
    }
  });
  onLook(() => {
    // A page that slept may have missed that somebody else came. What cannot be read now is found out at the next look.
    view.look().catch(() => undefined);
    engine.look();
  });
  // Whoever refused just now may have left the mark.
  engine.subscribe(({ connection }) => {
    if (connection === 'signed-out') {
      view.look().catch(() => undefined);
    }
  });
  window.addEventListener('online', () => engine.networkChanged());
  window.addEventListener('offline', () => engine.networkChanged());
  // The worker hears of the network even where the page sleeps (Background Sync).
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'sync') {
      engine.kick();
    }
  });
};

const around = { session: { userId: sessionUser }, losses: lossesHere };

/**
 * Opens this device's stores and makes the engine over them. Rejects with `NewerDatabase` or `BrokenDatabase`. `onVersionChange`: a tab with
 * a newer app needs the database; this page has to be loaded again.
 */
export const startEngine = async (onVersionChange: () => void): Promise<Engine> => {
  const { engine, view: own, reopen } = await openDevice({ ...around, onVersionChange, onSilence: setSilence });
  setReopen(reopen);
  // It looks for the mark whenever it looks.
  const view = { ...own, look: () => heedMark(engine).then(own.look) };
  await heedMark(engine);
  setEngine(engine);
  setOwnView(view);
  followPage(engine, view);
  // A page that one leaves before it is there has shown nothing yet.
  import('#client/data/hide-while-away.ts').then(({ hideWhileAway }) => hideWhileAway(view)).catch(() => undefined);
  return engine;
};

/**
 * Works by itself while the page is in use; gives the way to end. Put away, the page lets go of everything, and goes on when it is shown
 * again. Whose copy it is by then, its view finds out.
 */
export const keepWorking = (engine: Engine): (() => void) => {
  engine.start();
  const unwatch = pageLife().watch({
    onLeave: () => void engine.stop(),
    onReturn: () => {
      engine.start();
      engine.look();
    },
  });
  return () => {
    unwatch();
    void engine.stop();
  };
};

/** Works with an engine over a connection of its own, for when the app's own gives no answer; `onSilence`: this one gives none either. */
export const workApart = (onSilence: () => void, work: (engine: Engine) => Promise<void>): Promise<void> =>
  withOwnConnection(around, onSilence, work);

/** Hears of other people's changes from now on; call the result's `again` when somebody signs in. */
export const followOthers = (engine: Engine) =>
  listenLive({
    onSeq: ({ organizationId }) => engine.wantPull(organizationId),
    onOpen: () => engine.look(),
    onClosed: () => undefined,
    onSignedOut: () => engine.look(),
  });

/** Makes this device's copy the user's, and this tab one that shows only that. */
export const enter = async (engine: Engine, userId: number): Promise<void> => {
  await theOwnView().open(userId, () => engine.signedIn(userId));
  announceView(engine);
};
