/**
 * Succeeds only with what a device answers, where mail is sent, for a sample company, or for a letter that was due: see `passkeys`, `second-step`,
 * `confirmation`, `billing-out`, `invited-employees`, `sample-company`, `reminders` and `account-statement` in `tests/api`.
 */
export const TESTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'account.addPasskey',
  'accountStatements.mail',
  'reminders.document',
  'reminders.print',
  'account.confirmEmail',
  'account.remove',
  'paymentStatuses.mail',
  'confirmations.passkeyOptions',
  'invitations.mail',
  'secondSteps.add',
  'secondSteps.renewCodes',
  'samples.remove',
]);
