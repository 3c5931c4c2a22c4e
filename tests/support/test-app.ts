import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { type CallOf, type Endpoint, jsonAnswerOf, type ResponseOf } from '#shared/endpoint.ts';
import { type AppDeps, buildApp } from '#server/app.ts';
import { keptPushKeys } from '#server/data/push-keys.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { DEFAULT_LIMITS } from '#server/limits.ts';
import { createSessions } from '#server/auth/sessions.ts';
import { createBillingWork } from '#server/billing/commands/work-on-runs.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { watchEpoch } from '#server/db/epoch/watch.ts';
import { type DatabaseLimits, openDatabase } from '#server/db/open.ts';
import { insertAccount } from '#server/data/accounts.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { injectInto } from './inject.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';

/** What sessions are hashed with; a program of its own on the same database needs the same. */
export const SECRET = 'a secret for tests that is long enough';

/** Shared by all. */
export const PASSWORD = 'correct horse battery';

/** What came back of a call; `body` is parsed with the contract when it succeeded. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Record<string, unknown>;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly issues?: { path: string; message: string }[];
}

/** A person with a browser: signed in, or not. */
export interface Person {
  readonly userId: number;
  readonly email: string;
  readonly cookie: string;
  /** Makes the call and expects it to succeed; the answer must be just what the contract says. */
  ok<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<ResponseOf<E>>;
  /** Makes the call and returns the answer, whatever it is. */
  try<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<Answer<Problem>>;
  send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Does what the program does in the background with what was asked for: bills of runs. */
  inBackground(): Promise<void>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: TestDatabase;
  readonly nobody: Person;
  person(name?: { firstName?: string; lastName?: string; email?: string }): Promise<Person>;
  /** A person with an organization of their own. */
  owner(organizationName?: string): Promise<Person & { orgId: number }>;
  /** A new person who is a member of the organization with this level. */
  member(owner: Person & { orgId: number }, level: AccessLevel): Promise<Person & { orgId: number; employeeId: number }>;
  /** Another process of the program, as it were, or the program started again with other settings: its own pool on the same database. Close it first. */
  twin(
    settings?: Partial<AppDeps>,
    limits?: DatabaseLimits,
    pool?: OpenDatabase,
  ): Promise<{ readonly app: FastifyInstance; close(): Promise<void> }>;
  close(): Promise<void>;
}

const addressOf = (endpoint: Endpoint, call: { params?: Record<string, unknown>; query?: Record<string, unknown> }): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(call.params?.[name])));
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)])).toString()}`;
};

const personOf = (
  { app, inBackground }: Pick<TestApp, 'app'> & Pick<Person, 'inBackground'>,
  cookie: string,
  userId: number,
  email: string,
): Person => {
  const send: Person['send'] = async (method, url, body, headers = {}) => {
    const { text, ...answer } = await injectInto(app, {
      method,
      url,
      headers: { ...(cookie ? { cookie } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = answer.contentType.includes('json') && text !== '';
    return { status: answer.status, body: isJson ? (JSON.parse(text) as unknown) : text, headers: answer.headers };
  };
  const raw = (endpoint: Endpoint, call: object) =>
    send(endpoint.method, addressOf(endpoint, call), 'body' in call ? call.body : undefined);
  return {
    userId,
    email,
    cookie,
    send,
    inBackground,
    try: async (endpoint, call) => (await raw(endpoint, call)) as Answer<Problem>,
    ok: async <E extends Endpoint>(endpoint: E, call: CallOf<E>) => {
      const answer = await raw(endpoint, call);
      if (answer.status >= 300) {
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      return jsonAnswerOf(endpoint)?.parse(answer.body) as ResponseOf<E>;
    },
  };
};

const quiet = (): void => undefined;

let counter = 0;
let passwordHash: Promise<string> | undefined;

/** The real server on a real database, called without a socket. The database is closed with it. */
export const createTestApp = async (overrides: Partial<AppDeps> = {}, database?: TestDatabase): Promise<TestApp> => {
  const db = database ?? (await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'headland-photos-'));
  const now = overrides.now ?? (() => new Date());
  const deps: AppDeps = {
    db: db.app,
    photos: photoFolder(folder),
    scratchFolder: join(folder, 'scratch'),
    sessionSecret: SECRET,
    sessionMaxDays: 180,
    now,
    publicUrl: null,
    trustProxy: 0,
    host: '127.0.0.1',
    // Host names that tests use; others are refused.
    allowedHosts: ['farm.example', 'farm.test'],
    hasMail: false,
    ways: { provider: null, hasLocalAccounts: true },
    metricsToken: null,
    logLevel: 'silent',
    clientFolder: null,
    isStopping: () => false,
    ...overrides,
  };
  // As at the first start of the program: nobody's question writes them.
  await keptPushKeys(db.app);
  const app = await buildApp(deps);
  const billing = createBillingWork({
    db: db.app,
    photos: deps.photos,
    scratchFolder: deps.scratchFolder,
    now,
    say: quiet,
    limits: deps.limits ?? DEFAULT_LIMITS,
    hasMail: deps.hasMail,
    origin: () => 'http://farm.test',
  });
  const program = { app, inBackground: () => billing.work() };
  const sessions = createSessions(SECRET, now, { maxDays: deps.sessionMaxDays, most: (deps.limits ?? DEFAULT_LIMITS).sessionsPerAccount });

  const person: TestApp['person'] = async (name = {}) => {
    counter += 1;
    const email = name.email ?? `person-${counter}-${randomBytes(4).toString('hex')}@example.com`;
    const account = await insertAccount(db, {
      email,
      emailVerified: true,
      passwordHash: await (passwordHash ??= hashPassword(PASSWORD)),
      firstName: name.firstName ?? 'Dana',
      lastName: name.lastName ?? 'Halvorsen',
    });
    await db.app.transaction((inside) => claimMemberships(inside, account));
    const token = await sessions.start(db, { userId: account.id, userAgent: 'tests', idToken: null, isStrong: false });
    return personOf(program, `headland_session=${token}`, account.id, email);
  };

  const owner: TestApp['owner'] = async (organizationName = 'Halvorsen Custom') => {
    const someone = await person();
    const { id } = await someone.ok(contract.organizations.create, { body: { name: organizationName } });
    return { ...someone, orgId: id };
  };

  const member: TestApp['member'] = async (boss, level) => {
    const someone = await person();
    const { id } = await boss.ok(contract.employees.create, {
      params: { orgId: boss.orgId },
      body: { firstName: 'Luis', lastName: 'Ortega', email: someone.email, accessLevel: level, isUser: true, isOperator: true },
    });
    return { ...someone, orgId: boss.orgId, employeeId: id };
  };

  return {
    app,
    db,
    nobody: personOf(program, '', 0, ''),
    person,
    owner,
    member,
    twin: async (settings = {}, limits, own) => {
      const pool = own ?? openDatabase(db.url, quiet, inject('role'), limits, { epochs: await watchEpoch(db, quiet) });
      const other = await buildApp({ ...deps, ...settings, db: pool });
      return {
        app: other,
        close: async () => {
          await other.close();
          await pool.close();
        },
      };
    },
    close: async () => {
      await app.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
