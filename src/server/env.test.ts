import { expect, test } from 'vitest';
import { readSettings } from '#server/env.ts';

const read = (env: Record<string, string>) => readSettings(env, { defaultDataDir: 'data' });
const PROVIDER = { OIDC_ISSUER: 'https://login.example/realm', OIDC_CLIENT_ID: 'headland' };

test('without an identity provider people have accounts of this installation', () => {
  expect(read({})).toMatchObject({ oidc: null, hasLocalAccounts: true });
});

test('an identity provider turns them off, unless they are wanted', () => {
  expect(read(PROVIDER)).toMatchObject({
    oidc: { issuer: PROVIDER.OIDC_ISSUER, clientId: 'headland', clientSecret: null },
    hasLocalAccounts: false,
  });
  expect(read({ ...PROVIDER, OIDC_CLIENT_SECRET: 's', LOCAL_ACCOUNTS: 'true' })).toMatchObject({
    oidc: { clientSecret: 's' },
    hasLocalAccounts: true,
  });
});

test.each([
  ['half of a provider', { OIDC_ISSUER: PROVIDER.OIDC_ISSUER }, 'OIDC_ISSUER and OIDC_CLIENT_ID belong together'],
  ['a provider over plain HTTP', { ...PROVIDER, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER must be the https:// address'],
  ['one that only looks like this machine', { ...PROVIDER, OIDC_ISSUER: 'http://localhost.evil.example' }, 'OIDC_ISSUER must be'],
  ['no way to sign in', { LOCAL_ACCOUNTS: 'false' }, 'nobody could sign in'],
])('refuses %s', (_, env, words) => {
  expect(() => read(env)).toThrow(words);
});
