/* The public API. Everything else is internal. */
export { type Account, give, giveTree, isRoot, unprivilegedAccount } from './account.ts';
export { runningUrl } from './attach.ts';
export { binariesBeside, installedMajor, installedVersion } from './binaries.ts';
export { codeOf, EmbeddedError } from './embedded-error.ts';
export { type FolderLock, FolderTakenError, lockFolder } from './folder-lock.ts';
export { clearLeftovers } from './leftover-server.ts';
export { type Machine, thisMachine } from './machine.ts';
export { makeCluster, passwordFile, passwordOf } from './make-cluster.ts';
export { clusterOf, findPlace, forgetLostPlace, knownPlace, openDataDir, type Place, possibleHomes, rememberPlace } from './place.ts';
export type { Program } from './program.ts';
export { openServerLog } from './server-log.ts';
export { type ServerBeside, startBeside } from './start-beside.ts';
export { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './start-embedded.ts';
export type { CarryRows } from './upgrade/upgrade-cluster.ts';
