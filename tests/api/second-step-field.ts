import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { codeOf } from '#tests/support/authenticator-app.ts';
import { type Answer, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';

/** The session that an answer began, as a browser sends it back; empty: none. */
export const cookieOf = ({ headers: { 'set-cookie': cookie } }: Answer): string =>
  /\bheadland_session=[^;]+/.exec(String(cookie))?.[0] ?? '';

export const signIn = ({ nobody }: TestApp, who: { readonly email: string }, password = PASSWORD): Promise<Answer> =>
  nobody.send('POST', '/api/login', { email: who.email, password });

/** The same person by another session. */
export const withCookie = ({ nobody }: TestApp, who: Person, cookie: string): Person => {
  const send: Person['send'] = (method, url, body, headers = {}) => nobody.send(method, url, body, { cookie, ...headers });
  return { ...who, cookie, send };
};

export interface App {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Sets up codes of an app, as its person does on the account's screen. */
export const setUp = async (who: Person, clock: () => number): Promise<App> => {
  const begun = contract.secondSteps.begin.response.parse((await who.send('POST', '/api/account/second-step/options')).body);
  const { token, secret } = begun;
  const answer = await who.send('POST', '/api/account/second-step', { token, code: codeOf(secret, clock()) });
  return { secret, recoveryCodes: contract.secondSteps.add.response.parse(answer.body).recoveryCodes };
};

/** What the password is answered with where a second step is left. */
export const askedOf = (answer: Answer) => {
  expect(answer.status).toBe(202);
  expect(cookieOf(answer)).toBe('');
  return contract.users.login.accepted.parse(answer.body);
};

export const eventsOf = async ({ db }: TestApp, userId: number): Promise<string[]> => {
  const rows = await db.query<{ kind: string }>({
    text: 'select kind from security_events where user_id = $1 order by id',
    values: [userId],
  });
  return rows.map(({ kind }) => kind);
};
