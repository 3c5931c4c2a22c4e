import { openStorage } from '#client/offline/browser/idb-storage.ts';
import { storageBattery } from '../../offline/storage-battery.ts';
import { runAll } from './battery-vitest.ts';

// Built by storage.test.ts and loaded into an empty page of a real browser.

let opened = 0;
storageBattery(() => openStorage({ name: `battery-${Date.now()}-${(opened += 1)}` }));
Object.assign(globalThis, { runBattery: runAll });

/** Runs the battery in the page; gives what failed of how many. */
export type RunBattery = typeof runAll;
