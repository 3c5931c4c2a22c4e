/**
 * What the engine does with the server, and what it rarely needs when a device changes hands. No first screen needs it, so it comes after
 * that (decision 0015): this module only names what comes then.
 */
export { drainTab, listOrganizations, pullTab, round } from './rounds.ts';
export { syncNow } from './sync-now.ts';
export { bringUpToDate, showWaiting } from './take-over.ts';
