/**
 * Succeeds only with what a device answers, where mail is sent, or for a sample company: see `passkeys`, `second-step`, `confirmation`, `billing-out`,
 * `invited-employees` and `sample-company` in `tests/api`.
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
  'samples.remove',
]);
