import { MOST_LETTERS } from '#shared/billing/schemas/reminder.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { hourIn } from '#shared/lib/time-zone.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import { mayMail } from '#server/commands/mail-allowance.ts';
import { listOpenBills } from '#server/billing/data/receivables.ts';
import { claimReminding, listReminding, listUndelivered, type Reminding } from '#server/billing/data/reminding.ts';
import { dayOf } from '#server/data/today.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import type { Limits } from '#server/limits.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { type Say, wordsOf } from '#server/log.ts';
import { holdDueLetters, letterSceneOf } from './reminders.ts';
import { sendLetters, type Sender } from './send-letters.ts';

export interface RemindingDeps {
  readonly db: Database;
  readonly photos: PhotoStore;
  readonly now: () => Date;
  readonly limits: Limits;
  readonly say: Say;
}

/**
 * The hours of the organization's clock in which its first reminders go. Whoever turns that on in the afternoon has until the next morning to
 * look at them.
 */
const FROM_HOUR = 7;
const UNTIL_HOUR = 9;

const isTime = ({ timeZone }: Reminding, moment: Date): boolean => {
  const hour = hourIn(timeZone ?? 'UTC', moment) ?? moment.getUTCHours();
  return hour >= FROM_HOUR && hour < UNTIL_HOUR;
};

/** Sends the first reminders of an organization that are due, in one transaction. Returns how many went out; null: another process is at it. */
const remindOnce = ({ db, photos, now, limits }: RemindingDeps, { orgId, timeZone, language, email }: Reminding): Promise<number | null> =>
  db.transaction(async (inside) => {
    if (!(await claimReminding(inside, orgId))) {
      return null;
    }
    const journal = new Journal(orgId);
    const ground = { db: inside, orgId, now, timeZone, journal, user: { id: null } };
    const sender: Sender = {
      ...ground,
      photos,
      replyTo: email,
      mayMail: (to) => mayMail({ ...ground, limits: attemptLimits(db, now, limits) }, 'bill', to),
    };
    const scene = await letterSceneOf(ground, language ?? 'en');
    const bills = await listOpenBills(ground, scene.settings, scene.today);
    const customerIds = [...new Set(bills.filter(({ dueLevel }) => dueLevel === 1).map(({ customerId }) => customerId))];
    // A letter of a higher level waits for somebody to look at it, and so does one that has nowhere to go, or whose address took none.
    const found = (await holdDueLetters(ground, customerIds, scene)).filter(({ level }) => level === 1);
    const undelivered = await listUndelivered(
      ground,
      found.flatMap(({ bills: named }) => named.map(({ recordId }) => recordId)),
    );
    const due = found
      .map((letter) => {
        const tookNone = (to: string): boolean =>
          undelivered.some(({ recordId, recipient }) => recipient === to && letter.bills.some((bill) => bill.recordId === recordId));
        return { ...letter, recipients: letter.recipients.filter((to) => !tookNone(to)) };
      })
      .filter(({ recipients }) => recipients.length > 0);
    const sent = await sendLetters(
      sender,
      scene,
      due.slice(0, MOST_LETTERS).map((letter) => ({ customerId: letter.customerId, letter, way: 'mail' })),
    );
    await writeJournal(inside, journal, { userId: null, apiKeyId: null });
    return sent.filter(({ letterId }) => letterId !== null).length;
  }, orgId);

/**
 * Sends first reminders by themselves, each morning, in any number of processes: the bills of a letter are held while it is sent, and then it
 * is not due any more.
 */
export const createReminding = (deps: RemindingDeps): { readonly work: (signal: AbortSignal) => Promise<void> } => {
  const doneOn = new Map<number, CalendarDate>();
  const remind = async (organization: Reminding): Promise<void> => {
    const today = dayOf(organization, deps.now());
    if (doneOn.get(organization.orgId) === today || !isTime(organization, deps.now())) {
      return;
    }
    const count = await remindOnce(deps, organization);
    // As long as something went out there may be more.
    if (count === 0) {
      doneOn.set(organization.orgId, today);
    }
  };
  return {
    work: async (signal) => {
      for (const organization of await listReminding(deps.db)) {
        if (signal.aborted) {
          return;
        }
        try {
          await remind(organization);
        } catch (error) {
          // The others do not wait for it; the next round tries again.
          deps.say(`The reminders of organization ${organization.orgId} wait: ${wordsOf(error)}`, 'warn');
        }
      }
    },
  };
};
