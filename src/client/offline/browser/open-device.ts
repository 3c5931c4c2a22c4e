import { createEngine, type Engine as OpenEngine } from '#client/offline/engine/engine.ts';
import type { Engine } from '#client/offline/engine/handle.ts';
import { createOwnView, type OwnView } from '#client/offline/engine/own-view.ts';
import type { Bus, Losses, Net, Session, Storage } from '#client/offline/engine/ports.ts';
import { type Silence, watchAnswers } from './answers.ts';
import { tabBus } from './bus.ts';
import { deviceRandom } from './random.ts';
import { deviceClock } from './clock.ts';
import { fetchNet } from './fetch-net.ts';
import { openStorage } from './idb-storage.ts';
import { pageLife } from './page-life.ts';
import { tabLocks } from './web-locks.ts';

/** What the app knows of its user and the engine does not. */
export interface Surroundings {
  readonly session: Session;
  readonly losses: Losses;
}

const signing = (storage: Storage, sign: () => void): Storage => ({
  ...storage,
  write: (stores, work, options) => storage.write(stores, work, options).finally(sign),
});
const answering = (net: Net, sign: () => void): Net => ({ send: (request) => net.send(request).finally(sign) });

/** An engine over these stores, with the browser's own ports for everything else. Idle until it is started. */
export const engineOver = (storage: Storage, bus: Bus, { session, losses }: Surroundings): OpenEngine => {
  const locks = tabLocks({ life: pageLife() });
  return createEngine({
    clock: deviceClock,
    random: deviceRandom,
    // Progress in this tab is its sign of life to tabs that wait for its lock.
    storage: signing(storage, locks.sign),
    net: answering(fetchNet(), locks.sign),
    locks,
    bus,
    session,
    losses,
    isOnline: () => navigator.onLine,
    userAgent: navigator.userAgent,
  });
};

interface Device {
  readonly engine: Engine;
  readonly view: OwnView;
  /** Gives up everything in flight in the stores and starts over. */
  readonly reopen: () => void;
}

interface Options extends Surroundings {
  /** A tab with a newer app needs the database: this page has to be reloaded. */
  readonly onVersionChange: () => void;
  readonly onSilence: (silence: Silence) => void;
}

/** Opens this device's stores and the engine over them. Rejects with `NewerDatabase` or `BrokenDatabase`. */
export const openDevice = async ({ onVersionChange, onSilence, ...around }: Options): Promise<Device> => {
  const bus = tabBus();
  const life = pageLife();
  const isSeen = (): boolean => document.visibilityState === 'visible' && !life.isAway();
  const storage = await openStorage({ onVersionChange, life, answers: watchAnswers({ isSeen, onSilence }) });
  const view = createOwnView(storage, bus);
  return { engine: engineOver(view.storage, bus, around), view, reopen: storage.reopen };
};
