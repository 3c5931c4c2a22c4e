import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import { COMPANIES } from '#server/demo/companies.ts';

/** The password of every account of the demo; it is printed at start and protects nothing. */
export const DEMO_PASSWORD = 'harvest-demo-2026';

/** An account to sign in with, and its levels. */
interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly role: AccessLevel;
  readonly organization: string;
}

/** All accounts that the program prints at start. */
export type DemoAccounts = readonly DemoAccount[];

/** One account for each level in each organization. */
export const demoAccounts = (): DemoAccounts =>
  COMPANIES.flatMap(({ name, people }) => people.map((person) => ({ ...person, password: DEMO_PASSWORD, organization: name })));

/** What the program prints at start: how to sign in, one line per account. */
export const demoGreeting = (accounts: DemoAccounts): string => {
  const emailWidth = Math.max(...accounts.map(({ email }) => email.length));
  const roleWidth = Math.max(...accounts.map(({ role }) => ACCESS_LEVEL_LABEL[role].length));
  const passwords = [...new Set(accounts.map(({ password }) => password))];
  return [
    `This is the demo: made-up data. Sign in with one of these, password ${passwords.join(' or ')}`,
    ...accounts.map(
      ({ email, role, organization }) => `  ${email.padEnd(emailWidth)}  ${ACCESS_LEVEL_LABEL[role].padEnd(roleWidth)}  ${organization}`,
    ),
  ].join('\n');
};
