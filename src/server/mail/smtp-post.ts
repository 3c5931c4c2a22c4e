import { createTransport } from 'nodemailer';
import { isEmailAddress } from '#shared/lib/email-address.ts';
import { type Post, Undeliverable } from '#server/ports/mail.ts';
import type { MailSettings } from '#server/env.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** The server has refused this recipient permanently (5xx); with other errors another try may succeed. */
const isRefused = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'EENVELOPE' && 'responseCode' in error && Number(error.responseCode) >= 500;

const answerOf = (error: Error): string | null => ('response' in error && typeof error.response === 'string' ? error.response : null);

/** As an object it is one address, taken literally; a text would be parsed as a list with names and groups. */
const exactly = (address: string) => ({ name: '', address });

/** Hands mails over to the SMTP server of the settings, such as `smtps://user:secret@mail.example:465`. */
export const createPost = ({ smtpUrl, from }: MailSettings): Post => {
  const limits = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS };
  const transport = createTransport({ url: smtpUrl, ...limits }, { from });
  const domain = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, createdAt, recipient, subject, body, replyTo, attachment }) => {
      if (!isEmailAddress(recipient)) {
        throw new Undeliverable('This is no e-mail address of one person.');
      }
      try {
        await transport.sendMail({
          to: exactly(recipient),
          subject,
          text: body,
          ...(replyTo === undefined ? {} : { replyTo: exactly(replyTo) }),
          ...(attachment === undefined ? {} : { attachments: [{ filename: attachment.name, content: attachment.bytes }] }),
          date: createdAt,
          // The same for each try, so that a receiver who gets it twice, because the answer to the first was lost, can tell.
          messageId: `<headland-${id}-${Date.parse(createdAt)}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isRefused(error) ? new Undeliverable(error.message, answerOf(error)) : error;
      }
    },
  };
};
