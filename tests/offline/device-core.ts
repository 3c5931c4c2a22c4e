import type { Core } from '#client/offline/core.ts';
import type { Storage } from '#client/offline/ports.ts';
import { memoryStorage } from '../sim/memory-storage.ts';

const never = (): never => {
  throw new Error('Nothing is sent here.');
};

interface Parts {
  readonly storage?: Storage;
  readonly userId?: () => number | null;
  readonly now?: () => number;
}

/** What the engine's parts work with, on a device that is never online. `now` is its clock. */
export const deviceCore = ({ storage = memoryStorage(), userId = () => 1, now = () => 1_700_000_000_000 }: Parts = {}): Core => {
  let uuids = 0;
  return {
    clock: { now, sleep: never },
    chance: { uuid: () => `uuid-${(uuids += 1)}`, fraction: () => 0.5 },
    storage,
    net: { send: never },
    locks: { run: never },
    bus: { post: () => undefined, listen: () => () => undefined },
    session: { userId },
    isOnline: () => false,
    deviceName: 'a test',
    off: new Set(),
  };
};
