import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { isSample } from '#server/data/samples.ts';
import type { LimitName } from '#server/ports/limits.ts';

/** By organization and by recipient, for each kind of mail to people who may be strangers. */
const BY_KIND = {
  invitation: ['invitationMailOfOrganization', 'mailToAddress'],
  bill: ['billMailOfOrganization', 'billMailToAddress'],
} as const satisfies Readonly<Record<string, readonly [LimitName, LimitName]>>;

/** Who mails: somebody, or the program by itself (null). */
interface Asking extends Pick<Context, 'db' | 'limits' | 'orgId'> {
  readonly user: { readonly id: number | null };
}

/**
 * Whether one more mail to this address may go out, which counts it. In the caller's transaction: what is not queued was not attempted. A
 * sample company is refused.
 */
export const mayMail = async ({ db, limits, orgId, user }: Asking, kind: keyof typeof BY_KIND, to: string): Promise<boolean> => {
  if (await isSample(db, orgId)) {
    throw refusal('conflict', 'sampleMailsNothing');
  }
  const inside = limits.within(db);
  const [ofOrganization, toAddress] = BY_KIND[kind];
  return (
    (await inside.allow([ofOrganization, String(orgId)])) &&
    (await inside.allow([toAddress, to])) &&
    (user.id === null || (await inside.allow(['mailOfAccount', String(user.id)]))) &&
    (await inside.allow(['mailOfOrganization', String(orgId)])) &&
    // A limit of its own, so that nobody who registers addresses keeps bills from going out.
    (await inside.allow(['mailOfInstallation', 'organizations']))
  );
};
