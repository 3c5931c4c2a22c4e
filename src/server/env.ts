import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { backupSchema, readBackup, type BackupSettings } from '#server/env/backup.ts';
import { exposureProblems, openedBy } from '#server/env/exposure.ts';
import { hostNames, listOf, pushHosts, readPushHosts } from '#server/env/names.ts';
import { whole } from '#server/env/numbers.ts';
import { proxies, readProxies, type TrustedProxies } from '#server/env/proxies.ts';
import { readSecrets, secrets } from '#server/env/secrets.ts';
import { type Limits, readLimits } from '#server/limits.ts';

/** A session ends this long after it began, however much it is used. */
const DEFAULT_SESSION_MAX_DAYS = 180;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.optional(z.string().check(z.minLength(1)));
const url = (protocols: RegExp, message: string) => z.optional(z.string().check(z.regex(protocols, message)));

// Tokens travel over it: plain HTTP only to this machine itself.
const ISSUER = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/;

const onOff = (name: string) => z.optional(z.enum(['true', 'false'], `${name} must be true or false`));

const schema = z.object({
  PORT: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535; 0 takes any free port'))),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: url(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgresql://'),
  PUBLIC_URL: url(/^https?:\/\/[^/]+\/?$/, 'PUBLIC_URL must be an address such as https://headland.example, without a path'),
  SESSION_SECRET: secrets,
  METRICS_TOKEN: text,
  TRUST_PROXY: proxies,
  OIDC_ISSUER: url(ISSUER, 'OIDC_ISSUER must be the https:// address that the identity provider calls itself by'),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  SMTP_URL: url(/^smtps?:\/\//, 'SMTP_URL must begin with smtp:// or smtps://'),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'MAIL_FROM must be an e-mail address, or a name and one in <>')),
  ),
  LOCAL_ACCOUNTS: onOff('LOCAL_ACCOUNTS'),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)),
  ALLOW_UNVERIFIED_ACCOUNTS: onOff('ALLOW_UNVERIFIED_ACCOUNTS'),
  ALLOW_PUBLIC_DEMO: onOff('ALLOW_PUBLIC_DEMO'),
  ALLOWED_HOSTS: hostNames,
  DATABASE_POOL: whole('DATABASE_POOL', 2, 500),
  STATEMENT_SECONDS: whole('STATEMENT_SECONDS', 0, 3600),
  LOCK_SECONDS: whole('LOCK_SECONDS', 0, 3600),
  IDLE_TRANSACTION_SECONDS: whole('IDLE_TRANSACTION_SECONDS', 0, 3600),
  LIVE_SEATS: whole('LIVE_SEATS', 1, 100_000),
  LIVE_SEATS_OF_USER: whole('LIVE_SEATS_OF_USER', 1, 1000),
  HSTS_SUBDOMAINS: onOff('HSTS_SUBDOMAINS'),
  SESSION_MAX_DAYS: z.optional(z.string().check(z.regex(/^([1-9]\d?|[1-3]\d\d|400)$/, 'SESSION_MAX_DAYS must be a number from 1 to 400'))),
  LIMITS: text,
  PUSH_HOSTS: pushHosts,
  ...backupSchema,
});

/** The external identity provider, and this installation's client id there. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE protects. */
  readonly clientSecret: string | null;
}

/** The mail server, and the sender's address. */
export interface MailSettings {
  readonly smtpUrl: string;
  readonly from: string;
}

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Absolute path: database, photos and the session secret are stored here. */
  readonly dataDir: string;
  /** Null: the program runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Without a trailing slash; null: whatever address the browser used. */
  readonly publicUrl: string | null;
  /** Newest first; null: the one that is stored in `dataDir`. */
  readonly sessionSecret: readonly string[] | null;
  readonly metricsToken: string | null;
  readonly trustProxy: TrustedProxies;
  /** Null: people sign in with accounts of this installation. */
  readonly oidc: ProviderSettings | null;
  /** Null: no mail is sent. */
  readonly mail: MailSettings | null;
  /** Whether there are accounts of this installation, with email and password (specification 7.1, 7.2). */
  readonly hasLocalAccounts: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Names of this installation besides those that it knows by itself. */
  readonly allowedHosts: readonly string[];
  /** The setting that opens it to a network; undefined: it answers this machine only. */
  readonly openedBy: string | undefined;
  /** For the requests' connections to the database; 0 seconds: forever. */
  readonly database: {
    readonly poolSize: number;
    readonly statementSeconds: number;
    readonly lockSeconds: number;
    readonly idleSeconds: number;
  };
  /** Maximum live connections per process, and per user in it. */
  readonly liveSeats: { readonly seats: number; readonly seatsOfUser: number };
  /** Whether browsers are told to use https for subdomains of the public address, too. */
  readonly hstsSubdomains: boolean;
  /** Warnings about the settings, for the operator. */
  readonly notes: readonly string[];
  /** A session ends this long after it began, however much it is used. */
  readonly sessionMaxDays: number;
  /** How much accounts and organizations may do and store. */
  readonly limits: Limits;
  /** Services of notices besides those that are known; null: notices are switched off. */
  readonly pushHosts: readonly string[] | null;
  readonly backup: BackupSettings;
}

type Given = z.output<typeof schema>;

const readProvider = ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
}: Given): ProviderSettings | null => {
  if ((issuer === undefined) !== (clientId === undefined)) {
    throw new Error('OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both, or neither');
  }
  return issuer === undefined || clientId === undefined ? null : { issuer, clientId, clientSecret: clientSecret ?? null };
};

const readMail = ({ SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: publicUrl }: Given): MailSettings | null => {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  return smtpUrl === undefined ? null : { smtpUrl, from: from ?? `Headland <headland@${host}>` };
};

/** The settings of signing in; throws if they leave it open where it must not be. */
const readDoor = (given: Given, host: string, isDemo: boolean) => {
  const publicUrl = given.PUBLIC_URL?.replace(/\/$/, '') ?? null;
  const trustProxy = readProxies(given.TRUST_PROXY);
  const allowedHosts = listOf(given.ALLOWED_HOSTS);
  const opened = openedBy({ host, publicUrl, allowedHosts, hasProxy: trustProxy !== 0 });
  const problems = exposureProblems({
    openedBy: opened,
    isDemo,
    canVerify: given.SMTP_URL !== undefined || given.OIDC_ISSUER !== undefined,
    mayBeUnverified: given.ALLOW_UNVERIFIED_ACCOUNTS === 'true',
    mayBePublicDemo: given.ALLOW_PUBLIC_DEMO === 'true',
  });
  if (problems.length > 0) {
    throw new Error(problems.join('\n'));
  }
  const notes =
    given.TRUST_PROXY === 'true'
      ? ['TRUST_PROXY=true is read as 1, one proxy before Headland. Set the number of proxies, or their networks.']
      : [];
  return { publicUrl, trustProxy, allowedHosts, openedBy: opened, notes };
};

interface Start {
  readonly defaultDataDir: string;
  /** Whether the demo is to be served, whose password is public. */
  readonly isDemo?: boolean;
}

/**
 * Reads every setting once; without `DATA_DIR` data go to `defaultDataDir`. Throws one error that names each wrong one and what it should
 * be.
 */
export const readSettings = (env: NodeJS.ProcessEnv, { defaultDataDir, isDemo = false }: Start): Settings => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) {
    throw new Error(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const port = Number(result.data.PORT ?? 3000);
  if (port > 65_535) {
    throw new Error('PORT must be a number from 0 to 65535; 0 takes any free port');
  }
  const oidc = readProvider(result.data);
  const hasLocalAccounts = result.data.LOCAL_ACCOUNTS === undefined ? oidc === null : result.data.LOCAL_ACCOUNTS === 'true';
  if (oidc === null && !hasLocalAccounts) {
    throw new Error('LOCAL_ACCOUNTS is false and there is no OIDC_ISSUER: nobody could sign in');
  }
  const host = result.data.HOST ?? '127.0.0.1';
  const dataDir = resolve(result.data.DATA_DIR ?? defaultDataDir);
  return {
    ...readDoor(result.data, host, isDemo),
    port,
    host,
    dataDir,
    databaseUrl: result.data.DATABASE_URL ?? null,
    sessionSecret: readSecrets(result.data.SESSION_SECRET),
    metricsToken: result.data.METRICS_TOKEN ?? null,
    oidc,
    mail: readMail(result.data),
    hasLocalAccounts,
    database: {
      poolSize: Number(result.data.DATABASE_POOL ?? 10),
      statementSeconds: Number(result.data.STATEMENT_SECONDS ?? 30),
      lockSeconds: Number(result.data.LOCK_SECONDS ?? 10),
      idleSeconds: Number(result.data.IDLE_TRANSACTION_SECONDS ?? 60),
    },
    liveSeats: { seats: Number(result.data.LIVE_SEATS ?? 5000), seatsOfUser: Number(result.data.LIVE_SEATS_OF_USER ?? 10) },
    hstsSubdomains: result.data.HSTS_SUBDOMAINS === 'true',
    // A person at a terminal reads sentences; a supervisor collects the structured log.
    logLevel: result.data.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'),
    sessionMaxDays: Number(result.data.SESSION_MAX_DAYS ?? DEFAULT_SESSION_MAX_DAYS),
    limits: readLimits(result.data.LIMITS),
    pushHosts: readPushHosts(result.data.PUSH_HOSTS),
    backup: readBackup(result.data, { dataDir, isDemo }),
  };
};
