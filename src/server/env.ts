import { resolve } from 'node:path';
import * as z from 'zod/mini';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.optional(z.string().check(z.minLength(1)));
const url = (protocols: RegExp, message: string) => z.optional(z.string().check(z.regex(protocols, message)));

const schema = z.object({
  PORT: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535; 0 takes any free port'))),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: url(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgresql://'),
  PUBLIC_URL: url(/^https?:\/\/[^/]+\/?$/, 'PUBLIC_URL must be an address such as https://headland.example, without a path'),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'SESSION_SECRET must have at least 32 characters'))),
  METRICS_TOKEN: text,
  TRUST_PROXY: z.optional(z.enum(['true', 'false'], 'TRUST_PROXY must be true or false')),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)),
});

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Absolute path: database, photos and the session secret live here. */
  readonly dataDir: string;
  /** Null: the program runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Without a slash at the end; null: whatever address the browser used. */
  readonly publicUrl: string | null;
  readonly sessionSecret: string | null;
  readonly metricsToken: string | null;
  readonly trustProxy: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Reads every setting once, without `DATA_DIR` data go to `defaultDataDir`; throws one error that names each wrong one and what it should be. */
export const readSettings = (env: NodeJS.ProcessEnv, { defaultDataDir }: { defaultDataDir: string }): Settings => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) {
    throw new Error(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const port = Number(result.data.PORT ?? 3000);
  if (port > 65_535) {
    throw new Error('PORT must be a number from 0 to 65535; 0 takes any free port');
  }
  return {
    port,
    host: result.data.HOST ?? '127.0.0.1',
    dataDir: resolve(result.data.DATA_DIR ?? defaultDataDir),
    databaseUrl: result.data.DATABASE_URL ?? null,
    publicUrl: result.data.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    sessionSecret: result.data.SESSION_SECRET ?? null,
    metricsToken: result.data.METRICS_TOKEN ?? null,
    trustProxy: result.data.TRUST_PROXY === 'true',
    // At a terminal a person reads sentences; a supervisor collects the structured log.
    logLevel: result.data.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'),
  };
};
