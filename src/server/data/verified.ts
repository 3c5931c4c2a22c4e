import type { PublicContext } from '#server/context.ts';

type Installation = Pick<PublicContext, 'ways' | 'mailOrigin'>;

/** By what somebody can show here that an address is theirs; null: by nothing (decisions §3, §12). */
export const confirmationWay = ({ ways, mailOrigin }: Installation): 'mail' | 'provider' | null =>
  mailOrigin !== null && ways.hasLocalAccounts ? 'mail' : ways.provider !== null ? 'provider' : null;

/**
 * Whether the account may do what takes a verified address, such as to claim a membership that waits for it. It depends on the installation
 * as it is now: where nobody could show anything, everybody counts.
 */
export const countsAsVerified = (installation: Installation, account: { readonly emailVerified: boolean }): boolean =>
  account.emailVerified || confirmationWay(installation) === null;

/** By what this account's address is to be confirmed; null: there is nothing to do. */
export const wayToConfirm = (installation: Installation, account: { readonly emailVerified: boolean }): 'mail' | 'provider' | null =>
  account.emailVerified ? null : confirmationWay(installation);
