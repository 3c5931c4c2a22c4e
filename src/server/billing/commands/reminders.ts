import type { DueLetter, RemindersDue, RemindersInput, SentLetter } from '#shared/billing/schemas/reminder.ts';
import { refusal } from '#shared/lib/errors.ts';
import { languageOf } from './billing-documents.ts';
import { type LetterScene, lettersOf } from './due-letters.ts';
import { type Sender, sendLetters, type Wish } from './send-letters.ts';
import { mayMail } from '#server/commands/mail-allowance.ts';
import type { Context } from '#server/context.ts';
import { findBillingSettings } from '#server/billing/data/billing-settings.ts';
import { billingTermsOf } from '#server/billing/data/billing-terms.ts';
import { listDebtors, listOpenBills, listOpenBillsOf, lockOpenBillsOf } from '#server/billing/data/receivables.ts';
import { todayOf } from '#server/data/today.ts';

type Ground = Pick<Context, 'db' | 'orgId' | 'now' | 'timeZone'>;

/** What the letters of an organization are written by today. */
export const letterSceneOf = async (ctx: Ground, language: LetterScene['language']): Promise<LetterScene> => {
  const [settings, { issuer, units }] = [await findBillingSettings(ctx), await billingTermsOf(ctx)];
  return { settings, units, issuer, language, today: todayOf(ctx) };
};

/** Letters that are due today, those of the highest level first. */
export const remindersDue = async (ctx: Context): Promise<RemindersDue> => {
  const scene = await letterSceneOf(ctx, languageOf(ctx));
  const bills = await listOpenBills(ctx, scene.settings, scene.today);
  const debtors = await listDebtors(ctx, [...new Set(bills.filter(({ dueLevel }) => dueLevel > 0).map(({ customerId }) => customerId))]);
  const letters = lettersOf(debtors, bills, scene);
  return { levels: scene.settings.reminders, letters: letters.toSorted((one, other) => other.level - one.level) };
};

/** The letters of these customers that are due now. Nobody else sends them, or settles their bills, until the transaction ends. */
export const holdDueLetters = async (ctx: Ground, customerIds: readonly number[], scene: LetterScene): Promise<DueLetter[]> => {
  await lockOpenBillsOf(ctx, customerIds);
  const bills = await listOpenBillsOf(ctx, customerIds, scene.settings, scene.today);
  return lettersOf(await listDebtors(ctx, customerIds), bills, scene);
};

type Wished = RemindersInput['letters'][number];

/** The letter as it was seen; undefined: another one is due now, or none. */
const seenLetter = (due: readonly DueLetter[], { customerId, recordIds, level, openCents }: Wished): DueLetter | undefined => {
  const seen = new Set(recordIds);
  return due.find(
    (letter) =>
      letter.customerId === customerId &&
      letter.level === level &&
      letter.openCents === openCents &&
      letter.bills.length === seen.size &&
      letter.bills.every(({ recordId }) => seen.has(recordId)),
  );
};

/**
 * Sends letters of reminder, each as it was seen, and at most once: of two who press at the same time the second hears that it is not due any
 * more. What cannot be sent is said; the others are sent all the same.
 */
export const sendReminders = async (ctx: Context, { letters }: RemindersInput): Promise<SentLetter[]> => {
  if (ctx.mailOrigin === null && letters.some(({ way }) => way === 'mail')) {
    throw refusal('conflict', 'billMailNone');
  }
  const scene = await letterSceneOf(ctx, languageOf(ctx));
  const due = await holdDueLetters(ctx, [...new Set(letters.map(({ customerId }) => customerId))], scene);
  const taken = new Set<DueLetter>();
  const wishes = letters.map((wished): Wish => {
    const { customerId, way, text } = wished;
    const letter = seenLetter(
      due.filter((each) => !taken.has(each)),
      wished,
    );
    if (letter !== undefined) {
      taken.add(letter);
    }
    return { customerId, letter: letter && { ...letter, text: text?.trim() ? text.trim() : letter.text }, way };
  });
  const sender: Sender = {
    ...ctx,
    replyTo: ctx.user.email,
    mayMail: (to) => mayMail(ctx, 'bill', to),
  };
  return sendLetters(sender, scene, wishes);
};
