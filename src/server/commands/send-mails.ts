import { counters } from '#server/counters.ts';
import { type Say, wordsOf } from '#server/log.ts';
import { type Post, Undeliverable } from '#server/ports/mail.ts';
import { noteUndelivered } from '#server/billing/data/billing-events.ts';
import { deleteMail, postponeMail, type QueuedMail, takeDueMail } from '#server/data/mails.ts';
import { todayIn } from '#server/data/today.ts';
import type { Database } from '#server/db/database.ts';

/** Longer than any try may take: after that its process is dead, and another one tries again. */
const IN_HAND_MS = 300_000;
const MINUTE_MS = 60_000;
const WAITS_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];
const LONGEST_WAIT_MS = 60 * MINUTE_MS;

export interface MailDeps {
  readonly db: Database;
  readonly post: Post;
  readonly now: () => Date;
  /** Undefined: the clock may be wrong, and mails that seem expired are sent all the same. Default: it never is. */
  readonly believed?: () => Promise<Date | undefined>;
  readonly say: Say;
}

/** What mail servers say is anybody's text. */
const MOST_ANSWER = 300;

/** It can no longer be delivered: the note that it was sent is undone. `answer` is why, in the words of the mail server; null: it never answered. */
const giveUp = async ({ db, now }: MailDeps, { id, event }: QueuedMail, answer: string | null): Promise<void> => {
  if (event) {
    // The database takes no character 0, and a screen no control characters.
    const reason =
      answer
        ?.slice(0, MOST_ANSWER)
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim() || null;
    await noteUndelivered(db, event, { happenedOn: await todayIn(db, event.organizationId, now), reason });
  }
  await deleteMail(db, id);
};

/** Whether it has expired. A clock that leaps must not discard mails. */
const isExpired = async ({ now, believed }: MailDeps, { expiresAt }: QueuedMail): Promise<boolean> =>
  Date.parse(expiresAt) <= now().getTime() && (believed === undefined || (await believed()) !== undefined);

const sendOne = async (deps: MailDeps, mail: QueuedMail): Promise<void> => {
  const { db, post, now, say } = deps;
  if (await isExpired(deps, mail)) {
    counters.add('mails_failed', 'expired');
    say(`A mail “${mail.subject}” was not sent in time and is of no use any more.`, 'warn');
    return giveUp(deps, mail, null);
  }
  try {
    await post.send(mail);
  } catch (error) {
    const words = wordsOf(error);
    if (error instanceof Undeliverable) {
      counters.add('mails_failed', 'refused');
      say(`The mail server refuses a mail “${mail.subject}” for good: ${words}`, 'warn');
      return giveUp(deps, mail, error.answer);
    }
    counters.add('mails_failed', 'retried');
    say(`A mail “${mail.subject}” could not be sent and is tried again: ${words}`, 'warn');
    const wait = WAITS_MS[mail.tries - 1] ?? LONGEST_WAIT_MS;
    return postponeMail(db, mail.id, new Date(now().getTime() + wait).toISOString());
  }
  // Handed over: should the program die right here, the mail goes out once more, under the same message id.
  return deleteMail(db, mail.id);
};

/** Sends what is due, one after the other, in any number of processes; when aborted, it stops between two mails. */
export const sendMails = async (deps: MailDeps, signal?: AbortSignal): Promise<void> => {
  const next = (): Promise<QueuedMail | undefined> => {
    const now = deps.now();
    return signal?.aborted ? Promise.resolve(undefined) : takeDueMail(deps.db, now, new Date(now.getTime() + IN_HAND_MS));
  };
  for (let mail = await next(); mail; mail = await next()) {
    await sendOne(deps, mail);
  }
};
