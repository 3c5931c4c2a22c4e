import type { DueLetter, ReminderContent, ReminderLetter, SentLetter } from '#shared/billing/schemas/reminder.ts';
import type { WAYS_OF_SENDING } from '#shared/billing/schemas/payment-status.ts';
import { referenceOf } from '#shared/billing/payable.ts';
import { refusal } from '#shared/lib/errors.ts';
import { logosOf } from './billing-documents.ts';
import type { LetterScene } from './due-letters.ts';
import { nameInMail } from '#server/commands/mail-texts.ts';
import { queueMail } from '#server/commands/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent, type Noting } from '#server/billing/data/billing-events.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { findNumber, insertLetter } from '#server/billing/data/reminder-letters.ts';
import { paymentTermsOf } from '#server/billing/data/terms-of-payment.ts';
import { remindersJob } from '#server/billing/documents/letter-job.ts';
import { LETTER_WORDS } from '#server/billing/documents/letter-words.ts';
import { filled } from '#server/billing/documents/words.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';

/** Its write holds a database connection during that time, so hardly anyone may wait. */
const drawing = createTurns(TURNS.mailedDocuments);

const tooMuch = () => refusal('conflict', 'lettersTooLarge');

/** Who sends letters: somebody, or the program by itself. */
export interface Sender extends Noting, Pick<Context, 'timeZone' | 'photos'> {
  /** Where answers to mails go; null: nowhere. */
  readonly replyTo: string | null;
  /** Whether one more mail to this address may go out, which counts it. */
  readonly mayMail: (to: string) => Promise<boolean>;
}

/** A letter that somebody wants to be sent; without one it is not due as it was seen. */
export interface Wish {
  readonly customerId: number;
  readonly letter: DueLetter | undefined;
  readonly way: (typeof WAYS_OF_SENDING)[number];
}

/** A letter that goes out. */
interface Going extends ReminderLetter {
  readonly letter: DueLetter;
  readonly way: Wish['way'];
  /** Of a mail, where it goes to. */
  readonly recipients: readonly string[];
}

const contentOf = async (
  sender: Sender,
  { units, issuer }: LetterScene,
  { customerId, language, text, currency, bills, feeCents, interestCents }: DueLetter,
): Promise<ReminderContent> => {
  const customer = await billingRecordData.partyOf(sender, customerId);
  const { payment } = await paymentTermsOf(sender, customerId);
  const [first, ...others] = bills;
  const isOne = first !== undefined && others.length === 0 && payment !== undefined;
  const reference = isOne ? { reference: referenceOf(payment, await findNumber(sender, first.recordId)) } : {};
  return { language, units, issuer, customer, payment, ...reference, text, currency, bills, feeCents, interestCents };
};

const drawn = async (sender: Sender, going: readonly Going[]): Promise<readonly Uint8Array[]> => {
  if (going.length === 0) {
    return [];
  }
  const letters = going.map(({ level, issuedOn, content }) => ({ level, issuedOn, content }));
  const logos = await logosOf(
    sender,
    letters.map(({ content }) => content.issuer),
  );
  const wish = { party: `organization ${sender.orgId}`, seconds: MAX_SECONDS.document, tooMuch };
  return drawing.run(String(sender.orgId), () => threads.run(remindersJob, { letters, logos, isOne: false }, wish));
};

/** Notes on each bill at which level it was reminded of, by a mail to this address or on paper. Returns the first of these notes. */
const noteReminded = async (
  sender: Sender,
  { letter, way, issuedOn }: Going,
  recipient: string | null,
  letterId: number,
): Promise<number> => {
  let first: number | undefined;
  for (const { recordId, label, level } of letter.bills) {
    if (level > 0) {
      const event = { kind: 'reminder', happenedOn: issuedOn, level, way, recipient, letterId } as const;
      const noted = { old: { reminder: level - 1 }, new: { reminder: level, way, ...(recipient === null ? {} : { recipient }) } };
      const id = await addBillingEvent(sender, { id: recordId, label }, event, noted);
      first ??= id;
    }
  }
  if (first === undefined) {
    throw new Error('A letter that reminds of nothing.');
  }
  return first;
};

const mailOf = (sender: Sender, { letter, content, level }: Going, recipient: string, bytes: Uint8Array, billingEventId: number) => {
  const words = LETTER_WORDS[letter.language];
  const name = nameInMail(content.issuer.name);
  const title = words.reminders[level - 1] ?? '';
  return {
    subject: filled(words.subject, { title, issuer: name }),
    body: `${[content.text, words.mailAttached, name].join('\n\n')}\n`,
    recipient,
    ...(sender.replyTo === null ? {} : { replyTo: sender.replyTo }),
    attachment: { name: `${title} ${letter.bills[0]?.label ?? ''}.pdf`.replace(/[^\p{L}\d ._-]+/gu, '-'), bytes: Buffer.from(bytes) },
    event: { organizationId: sender.orgId, billingEventId },
  };
};

/** Whether a mail to each of these addresses may go out, which counts them. */
const mayMailAll = async (sender: Sender, recipients: readonly string[]): Promise<boolean> => {
  for (const to of recipients) {
    if (!(await sender.mayMail(to))) {
      return false;
    }
  }
  return true;
};

const refused = (customerId: number, reason: SentLetter['reason']): SentLetter => ({ customerId, letterId: null, reason });

/**
 * Sends letters, whose bills the caller holds: keeps each, notes it on its bills, and queues its mail with it as a PDF. Answers for each what
 * became of it, in their order.
 */
export const sendLetters = async (sender: Sender, scene: LetterScene, wishes: readonly Wish[]): Promise<SentLetter[]> => {
  const steps: (Going | SentLetter)[] = [];
  for (const { customerId, letter, way } of wishes) {
    const recipients = way === 'mail' ? (letter?.recipients ?? []) : [];
    if (letter === undefined) {
      steps.push(refused(customerId, 'changed'));
    } else if (way === 'mail' && recipients.length === 0) {
      steps.push(refused(customerId, 'noAddress'));
    } else {
      const content = await contentOf(sender, scene, letter);
      steps.push({ letter, way, recipients, level: letter.level, issuedOn: scene.today, content });
    }
  }
  const mailed = steps.filter((step): step is Going => 'letter' in step && step.way === 'mail');
  const papers = await drawn(sender, mailed);
  const sent: SentLetter[] = [];
  for (const step of steps) {
    if (!('letter' in step)) {
      sent.push(step);
      continue;
    }
    // It counts the mail for all organizations until the commit: nobody waits for a drawing.
    if (!(await mayMailAll(sender, step.recipients))) {
      sent.push(refused(step.letter.customerId, 'tooMany'));
      continue;
    }
    const { letter, way, recipients, level, issuedOn, content } = step;
    const recipient = recipients.length === 0 ? null : recipients.join(', ');
    const kept = { customerId: letter.customerId, level, way, recipient, issuedOn, content, createdBy: sender.user.id };
    const letterId = await insertLetter(sender, kept);
    const bytes = papers[mailed.indexOf(step)];
    if (bytes === undefined) {
      await noteReminded(sender, step, null, letterId);
    } else {
      for (const to of recipients) {
        const eventId = await noteReminded(sender, step, to, letterId);
        await queueMail(sender.db, sender, mailOf(sender, step, to, bytes, eventId));
      }
    }
    sent.push({ customerId: letter.customerId, letterId, reason: null });
  }
  return sent;
};
