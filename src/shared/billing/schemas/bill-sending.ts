import * as z from 'zod/mini';
import { emailAddress } from '#shared/domain/email.ts';
import { flag, optionalText } from '#shared/domain/fields.ts';
import { because } from '#shared/messages/because.ts';

/** Addresses that one bill is mailed to. */
export const MOST_RECIPIENTS = 5;

/** Where a mailed bill goes; each address gets a mail of its own. */
export const mailRecipients = z
  .array(emailAddress, because('recipientRequired'))
  .check(z.maxLength(MOST_RECIPIENTS, because('atMostRecipients', { most: MOST_RECIPIENTS })));

/** The mail of a bill, as it is issued. */
export const issueMailInput = z.object({
  recipients: mailRecipients.check(z.minLength(1, because('recipientRequired'))),
  message: optionalText,
  /** Whether the entries are attached as an annex; if left out, as the customer wishes. */
  annex: flag,
});
export type IssueMailInput = z.output<typeof issueMailInput>;

/** How a customer's bills go out. */
export const billSending = z.object({
  /** As the customer wishes, else by mail where there is an address and this installation sends mail. */
  way: z.enum(['mail', 'print']),
  /** Addresses of the customer that bills go to, whichever way. */
  recipients: z.array(z.string()),
  /** Whether the work log goes with them. */
  hasAnnex: z.boolean(),
});
export type BillSending = z.output<typeof billSending>;
