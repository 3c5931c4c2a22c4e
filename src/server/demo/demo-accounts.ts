import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import { emailOf } from '#server/demo/people.ts';
import { HALVORSEN } from '#server/demo/profiles/halvorsen.ts';
import { MESQUITE } from '#server/demo/profiles/mesquite.ts';
import { TAMMKAMP } from '#server/demo/profiles/tammkamp.ts';
import type { Profile } from '#server/demo/profile.ts';

/** The password of every account of the demo; it is printed at start and guards nothing. */
export const DEMO_PASSWORD = 'harvest-demo-2026';

/** The organizations of the demo, the big one first. */
export const PROFILES: readonly Profile[] = [HALVORSEN, TAMMKAMP, MESQUITE];

/** Somebody to sign in as, and what he is where. */
interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly role: AccessLevel;
  readonly organization: string;
}

/** Everybody whom the program prints at start. */
export type DemoAccounts = readonly DemoAccount[];

/** One account for each level in each organization; they are the same whatever the seed. */
export const demoAccounts = (): DemoAccounts =>
  PROFILES.flatMap((profile) =>
    profile.people.map((person) => ({
      email: emailOf(profile, person),
      password: DEMO_PASSWORD,
      role: person.level,
      organization: profile.name,
    })),
  );

/** What the program prints at start: how to sign in, one line an account. */
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
