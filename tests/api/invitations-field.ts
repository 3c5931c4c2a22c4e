import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import type { Member } from './world.ts';

export const ORIGIN = 'http://farm.test';
export const DAY = 86_400_000;

/** A server that sends mail, a mailbox, a clock that is set by hand, and before each test a new organization. */
export interface InvitationsField {
  readonly mailbox: Mailbox;
  /** Sends what is queued, and returns the newest mail to this address. */
  readonly mailTo: (address: string) => ReturnType<Mailbox['newest']>;
  readonly testApp: TestApp;
  readonly boss: Member;
  /** Milliseconds; what is added is time that passes. */
  clock: number;
}

export const invitationsField = (): InvitationsField => {
  let mailbox: Mailbox;
  let testApp: TestApp;
  let boss: Member;
  const field = {
    clock: Date.parse('2025-06-01T12:00:00Z'),
    get mailbox() {
      return mailbox;
    },
    mailTo: async (address: string) => {
      const post = createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' });
      await sendMails({ db: testApp.db.app, post, now: () => new Date(field.clock), say: () => undefined });
      return mailbox.newest(address);
    },
    get testApp() {
      return testApp;
    },
    get boss() {
      return boss;
    },
  };
  beforeAll(async () => {
    mailbox = await openMailbox();
    testApp = await createTestApp({ publicUrl: ORIGIN, hasMail: true, now: () => new Date(field.clock) });
  });
  afterAll(async () => {
    await testApp.close();
    await mailbox.close();
  });
  beforeEach(async () => {
    field.clock += 2 * 3_600_000;
    boss = await testApp.owner('Halvorsen Custom');
  });
  return field;
};

interface Wanted {
  readonly name?: string;
  readonly email?: string;
  readonly accessLevel?: AccessLevel;
  readonly language?: LanguageId;
}

export const invite = (who: Member, body: Wanted = {}) => who.ok(contract.invitations.create, { params: { orgId: who.orgId }, body });

/** The link's holder takes it up. */
export const accept = (who: Person, { token }: { token: string | null }) =>
  who.ok(contract.invitations.accept, { body: { token: token ?? '' } });
