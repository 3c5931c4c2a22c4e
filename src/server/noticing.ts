import { wordsOf } from '#server/log.ts';
import { type NoticeDeps, sendNotices } from '#server/commands/send-notices.ts';
import { type Rounds, startRounds } from '#server/rounds.ts';

const EVERY_MS = 3_000;

/** Sends notices soon after they were written. `stop` waits for those in progress. */
export const startNoticing = (deps: NoticeDeps): Rounds =>
  startRounds({
    work: (signal) => sendNotices(deps, signal),
    everyMs: EVERY_MS,
    failed: (error) => deps.say(`Notices wait: ${wordsOf(error)}`, 'warn'),
  });
