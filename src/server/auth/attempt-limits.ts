import type { AttemptCounter, AttemptLimits, LimitName } from '#server/ports/limits.ts';
import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import { counters as eventCounters } from '#server/counters.ts';
import { addAttempt, forgetAttempts, removeAttempt } from '#server/data/attempts.ts';
import type { Database } from '#server/db/database.ts';
import { mailboxOf } from '#server/auth/recipient.ts';
import { type CountedSetting, DEFAULT_LIMITS, type Limits, windowOf } from '#server/limits.ts';

interface Limit {
  readonly most: number;
  readonly windowSeconds: number;
}

/**
 * Registrations per address and hour are specification 9.14; for wrong passwords see `guessing.ts`. Each departure for the identity
 * provider adds a row, so it is limited too.
 */
export const LIMITS = {
  /** Mailed links cannot be guessed; the passwords sent with them can. */
  linkFromAddress: { most: 100, windowSeconds: 900 },
  /** A passkey cannot be guessed either: this bounds the work, and no password counts here. */
  passkeyFromAddress: { most: 300, windowSeconds: 900 },
  registrationFromAddress: { most: 100, windowSeconds: 3600 },
  resetFromAddress: { most: 100, windowSeconds: 3600 },
  /** So that others cannot fill a mailbox. */
  mailToAddress: { most: 5, windowSeconds: 3600 },
  /** So that nobody makes an organization in order to mail strangers. */
  invitationMailOfOrganization: { most: 50, windowSeconds: 3600 },
  /** A large contractor's bills of a day go out within an hour; no single recipient gets that many. */
  billMailOfOrganization: { most: 200, windowSeconds: 3600 },
  billMailToAddress: { most: 30, windowSeconds: 3600 },
  /** Each is judged row by row. */
  tableOfOrganization: { most: 200, windowSeconds: 86_400 },
  providerFromAddress: { most: 300, windowSeconds: 900 },
  /** At this point the password is known to be right: of a million codes, three are valid at any time. */
  codeOfSignIn: { most: 5, windowSeconds: 900 },
  codeOfAccount: { most: 5, windowSeconds: 900 },
  /** Someone in front of an open session learns nothing of its password, and cannot keep others from signing in. */
  confirmationOfSession: { most: 5, windowSeconds: 900 },
} as const satisfies Readonly<Record<string, Limit>>;

/** Those whose number is a setting. */
const SETTINGS = {
  /** Each fills a good part of a disk. */
  importOfAccount: 'importsPerAccount',
  exportOfOrganization: 'exportsPerOrganization',
  organizationOfAccount: 'organizationsMadePerAccount',
  sampleOfAccount: 'samplesPerAccount',
  invitationOfAccount: 'invitationsPerAccount',
  mailOfAccount: 'mailsPerAccount',
  mailOfOrganization: 'mailsPerOrganization',
  mailOfInstallation: 'mailsPerInstallation',
  requestOfAccount: 'requestsPerAccount',
  requestOfOrganization: 'requestsPerOrganization',
  writeOfAccount: 'writesPerAccount',
  writeOfOrganization: 'writesPerOrganization',
} as const satisfies Readonly<Record<string, CountedSetting>>;

type Fixed = keyof typeof LIMITS;
const isFixed = (name: LimitName): name is Fixed => name in LIMITS;

const limitOf = (name: LimitName, settings: Limits): Limit =>
  isFixed(name) ? LIMITS[name] : { most: settings[SETTINGS[name]], windowSeconds: windowOf(SETTINGS[name]) };

const HOUR_SECONDS = 3600;
const LONGEST_WINDOW_SECONDS = 86_400;

const TO_ADDRESS: ReadonlySet<LimitName> = new Set(['mailToAddress', 'billMailToAddress']);

/** The key that attempts are counted under, and their limit. */
export const countedAs = ([name, subject]: AttemptCounter, settings: Limits): Limit & { readonly key: string } => ({
  ...limitOf(name, settings),
  key: `${name}:${TO_ADDRESS.has(name) ? mailboxOf(subject) : subject}`,
});

/** Of a daily limit, some hours pass before the whole day does. */
const retryAfter = ({ windowSeconds }: Limit): { retryAfterSeconds: number } => ({
  retryAfterSeconds: Math.min(windowSeconds, HOUR_SECONDS),
});

/**
 * Limits that all server processes share. They write outside the request's transaction, because a refusal rolls that back; `within` counts
 * inside one, for attempts that only count if the transaction commits.
 */
export const attemptLimits = (db: Database, now: () => Date, settings: Limits = DEFAULT_LIMITS): AttemptLimits => {
  const add = (counter: AttemptCounter): Promise<number> => {
    const { key, windowSeconds } = countedAs(counter, settings);
    return addAttempt(db, key, windowSeconds, now());
  };
  const release: AttemptLimits['release'] = async (...counters) => {
    for (const counter of counters) {
      const { key, windowSeconds } = countedAs(counter, settings);
      await removeAttempt(db, key, windowSeconds, now());
    }
  };
  return {
    settings,
    within: (transaction) => attemptLimits(transaction, now, settings),
    reserve: async (...counters) => {
      for (const [index, counter] of counters.entries()) {
        const limit = countedAs(counter, settings);
        if ((await add(counter)) > limit.most) {
          await release(...counters.slice(0, index + 1));
          await forgetAttempts(db, new Date(now().getTime() - 2 * LONGEST_WINDOW_SECONDS * 1000));
          eventCounters.add('limits_hit', counter[0]);
          throw new AppError('too_many', refusalMessage('tooManyAttempts'), retryAfter(limit));
        }
      }
    },
    take: async (counter, message) => {
      const limit = countedAs(counter, settings);
      if ((await add(counter)) > limit.most) {
        throw new AppError('too_many', message, retryAfter(limit));
      }
    },
    allow: async (counter) => (await add(counter)) <= countedAs(counter, settings).most,
    release,
  };
};
