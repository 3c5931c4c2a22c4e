import { tabBus } from '#client/offline/browser/bus.ts';
import { deviceRandom } from '#client/offline/browser/random.ts';
import { openStorage } from '#client/offline/browser/idb-storage.ts';
import { listenLive } from '#client/offline/browser/live.ts';
import { followLife } from '#client/offline/browser/page-life.ts';
import { sha256Hex } from '#client/offline/browser/sha256.ts';
import { prepareFile } from '#client/offline/browser/shrink-photo.ts';
import { tabLocks } from '#client/offline/browser/web-locks.ts';
import { askForPersistence, storageState } from '#client/lib/persistence.ts';

// Built by platform.test.ts and loaded into an empty page of a real browser.

export interface Platform {
  readonly tabBus: typeof tabBus;
  readonly deviceRandom: typeof deviceRandom;
  readonly openStorage: typeof openStorage;
  readonly listenLive: typeof listenLive;
  readonly followLife: typeof followLife;
  readonly sha256Hex: typeof sha256Hex;
  readonly prepareFile: typeof prepareFile;
  readonly tabLocks: typeof tabLocks;
  readonly askForPersistence: typeof askForPersistence;
  readonly storageState: typeof storageState;
  /** What a page keeps from one call of the test to the next. */
  readonly kept: Record<string, unknown>;
  readonly heard: string[];
}

const platform: Platform = {
  tabBus,
  deviceRandom,
  openStorage,
  listenLive,
  followLife,
  sha256Hex,
  prepareFile,
  tabLocks,
  askForPersistence,
  storageState,
  kept: {},
  heard: [],
};

Object.assign(globalThis, { platform });
