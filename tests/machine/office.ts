import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Program } from '../support/program.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A person who works with a program that runs by itself; what was acknowledged is remembered. */
export interface Office {
  readonly orgId: number;
  readonly acknowledged: Map<number, string>;
  call(method: string, path: string, body?: object): Promise<Answer>;
  /** Saves a new customer. */
  write(): Promise<Answer>;
  /** Names of all customers, by their ids. */
  read(): Promise<Map<number, string>>;
  /** Goes on with the same program at its new address. */
  moveTo(program: Program): void;
}

/** What readiness says. */
export const readiness = async (program: Program): Promise<unknown> => {
  const response = await fetch(`${program.url}/api/ready`);
  return response.status === 200 ? ((await response.json()) as { status: unknown }).status : response.status;
};

/** Registers with a program that has just started and makes an organization. */
export const openOffice = async (program: Program, email = 'dana@example.com'): Promise<Office> => {
  const at = { url: program.url, cookie: '' };
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${at.url}${path}`, {
      method,
      headers: {
        'idempotency-key': randomUUID(),
        cookie: at.cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const registered = await send('POST', '/api/register', { email, password: 'three words and more' });
  at.cookie = registered.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const made = await send('POST', '/api/organizations', { name: 'Halvorsen Custom' });
  const orgId = Number(made.body['id']);
  const acknowledged = new Map<number, string>();
  const call: Office['call'] = (method, path, body) => send(method, `/api/organizations/${orgId}/${path}`, body);
  return {
    orgId,
    acknowledged,
    call,
    write: async () => {
      const businessName = `Customer ${randomUUID()}`;
      const answer = await call('POST', 'customers', { businessName });
      if (answer.status === 201) {
        acknowledged.set(Number(answer.body['id']), businessName);
      }
      return answer;
    },
    read: async () => {
      const { body } = await call('GET', 'customers');
      return new Map((body as unknown as { id: number; businessName: string }[]).map(({ id, businessName }) => [id, businessName]));
    },
    moveTo: (program_) => {
      at.url = program_.url;
    },
  };
};

/** The database of a program whose data lie in this folder, past the program. */
export const databaseUrl = (folder: string): string =>
  `postgresql://headland@localhost/headland?host=${encodeURIComponent(join(folder, 'postgres', 'run'))}&port=5432&sslmode=disable`;
