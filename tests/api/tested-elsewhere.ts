/**
 * Succeeds only with what a device answers, or where mail is sent: see `passkeys`, `second-step`, `confirmation`, `billing-out` and
 * `invited-employees` in `tests/api`.
 */
export const TESTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'account.addPasskey',
  'account.confirmEmail',
  'account.remove',
  'paymentStatuses.mail',
  'confirmations.passkeyOptions',
  'invitations.mail',
  'secondSteps.add',
  'secondSteps.renewCodes',
]);
