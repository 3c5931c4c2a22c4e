import { wordsOf } from '#server/log.ts';
import { type MailDeps, sendMails } from '#server/commands/send-mails.ts';
import { type Rounds, startRounds } from '#server/rounds.ts';

const EVERY_MS = 2_000;

/** Sends mails soon after they were queued. `stop` waits for the one in progress. */
export const startMailing = (deps: MailDeps): Rounds =>
  startRounds({
    work: (signal) => sendMails(deps, signal),
    everyMs: EVERY_MS,
    failed: (error) => deps.say(`Mails wait: ${wordsOf(error)}`, 'warn'),
  });
