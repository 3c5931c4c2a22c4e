import type { PublicContext } from '#server/context.ts';

type Installation = Pick<PublicContext, 'ways' | 'mailOrigin'>;

/** How people can verify their address here; null: not at all (specification 7.6). */
export const confirmationWay = ({ ways, mailOrigin }: Installation): 'mail' | 'provider' | null =>
  mailOrigin !== null && ways.hasLocalAccounts ? 'mail' : ways.provider !== null ? 'provider' : null;

/**
 * Whether the account may do what takes a verified address, such as claim a membership that waits for it. It depends on the installation as
 * it is now: where no address can be verified, every account counts as verified.
 */
export const countsAsVerified = (installation: Installation, account: { readonly emailVerified: boolean }): boolean =>
  account.emailVerified || confirmationWay(installation) === null;

/** How this account's address is to be verified; null: there is nothing to do. */
export const wayToConfirm = (installation: Installation, account: { readonly emailVerified: boolean }): 'mail' | 'provider' | null =>
  account.emailVerified ? null : confirmationWay(installation);
