import { wordsOf } from '#server/log.ts';
import { type MailDeps, sendMails } from '#server/commands/send-mails.ts';

const EVERY_MS = 2_000;

/** Sends mails soon after they were queued. `stop` waits for the one that is under way. */
export const startMailing = (deps: MailDeps): { stop: () => Promise<void> } => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= sendMails(deps, stopping.signal)
      .catch((error: unknown) => deps.say(`Mails wait: ${wordsOf(error)}`, 'warn'))
      .finally(() => {
        running = undefined;
      });
  };
  const rounds = setInterval(run, EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(rounds);
      stopping.abort();
      await running;
    },
  };
};
