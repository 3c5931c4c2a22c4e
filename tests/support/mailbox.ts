import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly replyTo: string;
  readonly attachments: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** A real SMTP server that keeps what it is given. */
export interface Mailbox {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** What it answers to the next recipients instead of taking the mail; null: it takes it. */
  answer: { readonly code: number; readonly text: string } | null;
  /** The one address that it takes no mail for; null: it takes all. */
  refuses: string | null;
  /** The newest mail to this address, as soon as it is there. */
  newest(to: string): Promise<ReceivedMail>;
  countOf(to: string): number;
  close(): Promise<void>;
}

/** Quoted-printable (RFC 2045): soft line breaks, and bytes in hex. */
const unquote = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const DECODERS: Readonly<Record<string, (text: string) => Buffer>> = {
  'quoted-printable': unquote,
  base64: (text) => Buffer.from(text, 'base64'),
  '7bit': (text) => Buffer.from(text, 'latin1'),
};

interface Part {
  readonly header: (name: string) => string;
  readonly bytes: Buffer;
}

const partOf = (raw: string): Part => {
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const encoding = header('Content-Transfer-Encoding');
  const decode = DECODERS[encoding === '' && header('Content-Type').startsWith('multipart/') ? '7bit' : encoding];
  if (!decode) {
    throw new Error(`A mail in an encoding that this test cannot read: ${head}`);
  }
  return { header, bytes: decode(raw.slice(at + 4)) };
};

/** The parts of a mail (RFC 2046): the whole of it where it has none. */
const partsOf = (whole: Part): Part[] => {
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(whole.header('Content-Type'))?.[1];
  return boundary === undefined
    ? [whole]
    : whole.bytes
        .toString('latin1')
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => partOf(part.trimStart()));
};

const parse = (raw: string, to: string): ReceivedMail => {
  const whole = partOf(raw);
  const [text, ...attached] = partsOf(whole);
  const attachments = attached.map(({ header, bytes }) => ({
    name: /filename="?([^";]+)/.exec(header('Content-Disposition'))?.[1] ?? '',
    bytes,
  }));
  const { header } = whole;
  return {
    to,
    subject: header('Subject'),
    messageId: header('Message-ID'),
    replyTo: header('Reply-To'),
    text: text?.bytes.toString() ?? '',
    attachments,
  };
};

export const openMailbox = async (): Promise<Mailbox> => {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => {
      const answer = address === mailbox.refuses ? { code: 550, text: 'no such mailbox' } : mailbox.answer;
      callback(answer === null ? null : Object.assign(new Error(answer.text), { responseCode: answer.code }));
    },
    onData: (stream, session, callback) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        mails.push(parse(Buffer.concat(parts).toString('latin1'), to));
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const of = (to: string) => mails.filter((mail) => mail.to.toLowerCase() === to.toLowerCase());
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    answer: null,
    refuses: null,
    newest: async (to) => {
      await vi.waitUntil(() => of(to).length > 0, { timeout: 15_000, interval: 20 });
      return of(to).at(-1) as ReceivedMail;
    },
    countOf: (to) => of(to).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
};

/** The part after the hash of the link in a mail. */
export const linkIn = ({ text }: ReceivedMail): { readonly address: string; readonly token: string } => {
  const address = /^https?:\S+$/m.exec(text)?.[0] ?? '';
  return { address, token: /#(?:confirm|reset)=([\w-]+)$/.exec(address)?.[1] ?? '' };
};
