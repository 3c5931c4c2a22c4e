import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, removeFolder, startProgram } from '../support/program.ts';
import type { Base } from './operations.ts';
import { databaseOf, killAll } from './processes.ts';

/** A write of the preparations, before anything is killed. */
export const postJson = async (url: string, body: object, cookie = ''): Promise<Response> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  }
  return response;
};

/** A signed-in person, their organization, and what everything else depends on. */
export const setUp = async (url: string): Promise<{ cookie: string; base: Base }> => {
  const account = { email: 'dana@example.com', password: 'three words and more', firstName: 'Dana', lastName: 'Lind' };
  const registered = await postJson(`${url}/api/register`, account);
  const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const make = async (path: string, body: object) => ((await (await postJson(url + path, body, cookie)).json()) as { id: number }).id;
  const orgId = await make('/api/organizations', { name: 'Halvorsen Custom' });
  const within = `/api/organizations/${orgId}`;
  const customerId = await make(`${within}/customers`, { businessName: 'Pine Ridge' });
  const jobId = await make(`${within}/jobs`, { name: 'North', customerId });
  const serviceTypeId = await make(`${within}/service-types`, { name: 'Chopping' });
  return { cookie, base: { orgId, customerId, jobId, serviceTypeId } };
};

/** A promise that another party resolves. */
const promised = () => {
  let keep: (url: string | undefined) => void = () => undefined;
  const promise = new Promise<string | undefined>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
};

/** The server that clients talk to, which a nemesis stops and restarts. */
export class Victim {
  readonly dataDir: string;
  program: Program;
  private up = promised();
  private readonly env: Record<string, string>;

  private constructor(dataDir: string, env: Record<string, string>, program: Program) {
    this.dataDir = dataDir;
    this.env = env;
    this.program = program;
    this.up.keep(program.url);
  }

  static async start(dataDir: string, more: Record<string, string>): Promise<Victim> {
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...more };
    return new Victim(dataDir, env, await startProgram(env));
  }

  readonly url = (): Promise<string | undefined> => this.up.promise;

  /** Kills the program, optionally with its database, and starts it again on what is left. */
  async strike(withDatabase: boolean): Promise<void> {
    const database = withDatabase ? databaseOf(this.program.process.pid ?? 0) : [];
    if (withDatabase && database.length === 0) {
      throw new Error('The database of the program was not found.');
    }
    this.up = promised();
    const ended = this.program.end('SIGKILL');
    killAll(database);
    await ended;
    this.program = await startProgram(this.env);
    this.up.keep(this.program.url);
  }

  /** Further settings, which hold from the next start on. */
  give(more: Readonly<Record<string, string>>): void {
    Object.assign(this.env, more);
  }

  /** Lets the clients finish what they have in hand. */
  dismiss(): void {
    this.up = promised();
    this.up.keep(undefined);
  }
}

/** Works with a program in a folder of its own, whatever becomes of it, and leaves nothing behind. */
export const withVictim = async <T>(env: Record<string, string>, work: (victim: Victim) => Promise<T>): Promise<T> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'headland-kill-'));
  // If run by root, the database belongs to another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const victim = await Victim.start(dataDir, env);
  try {
    return await work(victim);
  } finally {
    victim.dismiss();
    await victim.program.end('SIGTERM');
    await removeFolder(dataDir);
  }
};
