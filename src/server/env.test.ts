import { describe, expect, test } from 'vitest';
import { readSettings } from '#server/env.ts';

const read = (env: Record<string, string>) => readSettings(env, { defaultDataDir: 'data' });
const PROVIDER = { OIDC_ISSUER: 'https://login.example/realm', OIDC_CLIENT_ID: 'headland' };

test('without an identity provider people have accounts of this installation', () => {
  expect(read({})).toMatchObject({ oidc: null, hasLocalAccounts: true });
});

test('an identity provider turns them off, unless they are turned on explicitly', () => {
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
  ['sessions without an end', { SESSION_MAX_DAYS: '0' }, 'SESSION_MAX_DAYS must be a number from 1 to 400'],
  ['a limit that there is not', { LIMITS: 'requestPerAccount=5' }, 'what there is: requestsPerAccount'],
  ['a limit without a number', { LIMITS: 'mailsPerAccount=many' }, 'LIMITS: “mailsPerAccount=many” is none'],
  ['bytes of what has none', { LIMITS: 'mailsPerAccount=5GB' }, 'is none'],
  ['nothing at all', { LIMITS: 'mailsPerAccount=0' }, 'is none'],
  ['no way to sign in', { LOCAL_ACCOUNTS: 'false' }, 'nobody could sign in'],
])('refuses %s', (_, env, words) => {
  expect(() => read(env)).toThrow(words);
});

const MAIL = { SMTP_URL: 'smtp://mail.example' };
const DEMO = { defaultDataDir: 'data', isDemo: true };

describe('opened to a network', () => {
  const OPENINGS = [
    { HOST: '0.0.0.0' },
    { HOST: '192.168.7.20' },
    { HOST: '::' },
    { HOST: 'localhost.evil.example' },
    { PUBLIC_URL: 'https://farm.example' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: 'loopback' },
    { ALLOWED_HOSTS: 'shed-pc' },
  ];

  test.each(OPENINGS)('without a way to verify addresses it does not start: %o', (env) => {
    expect(() => read(env)).toThrow(/nothing verifies e-mail addresses.* Set SMTP_URL or OIDC_ISSUER\. .*ALLOW_UNVERIFIED_ACCOUNTS=true\./);
    expect(() => read({ ...env, ALLOW_UNVERIFIED_ACCOUNTS: 'false' })).toThrow('nothing verifies');
    for (const more of [{ ALLOW_UNVERIFIED_ACCOUNTS: 'true' }, MAIL, PROVIDER]) {
      expect(read({ ...env, ...more }).openedBy).toMatch(Object.keys(env)[0] ?? '');
    }
  });

  test.each(OPENINGS)('the demo, whose password is public, does not start either: %o', (env) => {
    const given = { ...env, ...MAIL };
    expect(() => readSettings(given, DEMO)).toThrow(/its password is known to everybody.*ALLOW_PUBLIC_DEMO=true/);
    expect(readSettings({ ...given, ALLOW_PUBLIC_DEMO: 'true' }, DEMO).openedBy).toBeDefined();
  });

  test.each([
    {},
    { HOST: '127.0.0.1' },
    { HOST: '127.8.8.8' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { TRUST_PROXY: 'false' },
    { TRUST_PROXY: '0' },
    { ALLOWED_HOSTS: 'headland.localhost' },
  ])('to this machine only it starts, the demo too: %o', (env) => {
    expect(read(env).openedBy).toBeUndefined();
    expect(readSettings(env, DEMO).openedBy).toBeUndefined();
  });
});

test.each([
  ['', 0],
  ['false', 0],
  ['0', 0],
  ['2', 2],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, 192.0.2.7,fd00::/8', ['10.0.0.0/8', '192.0.2.7', 'fd00::/8']],
])('TRUST_PROXY=%s', (text, proxies) => {
  expect(read({ ...MAIL, TRUST_PROXY: text })).toMatchObject({ trustProxy: proxies, notes: [] });
});

test('TRUST_PROXY=true, which trusted everyone, means one proxy now, with a warning', () => {
  expect(read({ ...MAIL, TRUST_PROXY: 'true' })).toMatchObject({ trustProxy: 1, notes: [expect.stringContaining('read as 1')] });
});

test.each(['yes', '-1', '11', '1.5', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example', 'fd00::/129', ','])(
  'TRUST_PROXY=%s is refused',
  (text) => {
    expect(() => read({ TRUST_PROXY: text })).toThrow('TRUST_PROXY must be the number of proxies');
  },
);

test('names of the installation have no scheme or port', () => {
  expect(read({ ...MAIL, ALLOWED_HOSTS: 'farm.example, shed-pc barn_2' }).allowedHosts).toEqual(['farm.example', 'shed-pc', 'barn_2']);
  for (const wrong of ['https://farm.example', 'farm.example:3000', 'a..b', '*', '-x']) {
    expect(() => read({ ...MAIL, ALLOWED_HOSTS: wrong })).toThrow('ALLOWED_HOSTS must be names');
  }
});

const A = 'a'.repeat(32);
const B = 'b'.repeat(40);

test('SESSION_SECRET may be several, the newest first; one with spaces of its own stays one', () => {
  expect(read({}).sessionSecret).toBeNull();
  expect(read({ SESSION_SECRET: A }).sessionSecret).toEqual([A]);
  expect(read({ SESSION_SECRET: `${A},${B}` }).sessionSecret).toEqual([A, B]);
  expect(read({ SESSION_SECRET: `${A} ${B}\n` }).sessionSecret).toEqual([A, B]);
  const phrase = 'correct horse battery staple, and some more';
  expect(read({ SESSION_SECRET: phrase }).sessionSecret).toEqual([phrase]);
  for (const wrong of ['short', `${A},short`]) {
    expect(() => read({ SESSION_SECRET: wrong })).toThrow('SESSION_SECRET must have at least 32 characters');
  }
});

test('time limits on connections apply unless the settings say otherwise', () => {
  expect(read({})).toMatchObject({
    database: { poolSize: 10, statementSeconds: 30, lockSeconds: 10, idleSeconds: 60 },
    liveSeats: { seats: 5000, seatsOfUser: 10 },
  });
  const given = {
    DATABASE_POOL: '25',
    STATEMENT_SECONDS: '0',
    LOCK_SECONDS: '5',
    IDLE_TRANSACTION_SECONDS: '0',
    LIVE_SEATS: '9',
    LIVE_SEATS_OF_USER: '3',
  };
  expect(read(given)).toMatchObject({
    database: { poolSize: 25, statementSeconds: 0, lockSeconds: 5, idleSeconds: 0 },
    liveSeats: { seats: 9, seatsOfUser: 3 },
  });
});

test.each([
  ['DATABASE_POOL', '1'],
  ['DATABASE_POOL', 'ten'],
  ['STATEMENT_SECONDS', '-1'],
  ['LOCK_SECONDS', '1.5'],
  ['IDLE_TRANSACTION_SECONDS', '99999'],
  ['LIVE_SEATS', '0'],
  ['LIVE_SEATS_OF_USER', '1e3'],
  ['HSTS_SUBDOMAINS', 'yes'],
])('%s=%s is refused, with what it may be', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`${name} must be`));
});

test('a session ends after half a year, unless another number of days is set', () => {
  expect(read({}).sessionMaxDays).toBe(180);
  expect(read({ SESSION_MAX_DAYS: '30' }).sessionMaxDays).toBe(30);
});

test('limits are changed one by one, bytes by their unit', () => {
  const { limits } = read({ LIMITS: 'bytesPerOrganization=500GB, mailsPerAccount=50' });
  expect(limits).toEqual({ ...read({}).limits, bytesPerOrganization: 500_000_000_000, mailsPerAccount: 50 });
});

describe('backups', () => {
  const KEY = 'AGE-SECRET-KEY-1GK7ZCYCUF5J5P5XWN5UUVXUZQCPGUURVD4F0FPU55KZWH7VN5EKSU9V6MT';
  const BUCKET = { BACKUP_S3_BUCKET: 'farm-backups', BACKUP_S3_KEY_ID: 'id', BACKUP_S3_SECRET: 'secret' };

  test('are made every night next to the data, unless the data are made up', () => {
    expect(read({ DATA_DIR: '/srv/headland' }).backup).toEqual({
      folder: '/srv/headland-backups',
      at: { hour: 2, minute: 0 },
      keep: { days: 14, months: 12 },
      key: null,
      bucket: null,
      operatorEmail: null,
    });
    expect(readSettings({}, DEMO).backup.at).toBeNull();
    expect(readSettings({ BACKUP_AT: '02:00' }, DEMO).backup.at).toEqual({ hour: 2, minute: 0 });
  });

  test('are made as configured', () => {
    const env = {
      BACKUP_DIR: '/mnt/usb',
      BACKUP_AT: '23:45',
      BACKUP_DAYS: '30',
      BACKUP_MONTHS: '0',
      BACKUP_KEY: KEY,
      ...BUCKET,
      BACKUP_S3_ENDPOINT: 'https://s3.example/',
      BACKUP_S3_PREFIX: 'headland/shed/',
      BACKUP_S3_REGION: 'eu-central-1',
      OPERATOR_EMAIL: 'it@farm.example',
    };
    expect(read(env).backup).toEqual({
      folder: '/mnt/usb',
      at: { hour: 23, minute: 45 },
      keep: { days: 30, months: 0 },
      key: KEY,
      bucket: {
        endpoint: 'https://s3.example',
        bucket: 'farm-backups',
        prefix: 'headland/shed',
        region: 'eu-central-1',
        keyId: 'id',
        secret: 'secret',
      },
      operatorEmail: 'it@farm.example',
    });
    expect(read({ ...BUCKET, BACKUP_AT: 'off' }).backup).toMatchObject({
      at: null,
      bucket: { endpoint: null, prefix: '', region: 'us-east-1' },
    });
  });

  test.each([
    ['a time that there is not', { BACKUP_AT: '24:00' }, 'BACKUP_AT must be a time'],
    ['no day', { BACKUP_DAYS: '0' }, 'BACKUP_DAYS must be a number from 1 to 999'],
    ['part of a month', { BACKUP_MONTHS: '1.5' }, 'BACKUP_MONTHS must be a number from 0 to 999'],
    ['a key that is none', { BACKUP_KEY: 'secret' }, 'BACKUP_KEY must be a key such as npm run backup -- --new-key prints'],
    ['a mistyped key', { BACKUP_KEY: KEY.replace('7Z', '8Z') }, 'BACKUP_KEY must be'],
    ['half a key', { BACKUP_KEY: KEY.slice(0, -1) }, 'BACKUP_KEY must be'],
    ['a key that only encrypts', { BACKUP_KEY: 'age1g9tfh8khakpyzy6flejzd37hcz9z2yj0t572s6fers28pq8vmpgsdlrlsn' }, 'BACKUP_KEY must be'],
    ['the data’s own folder', { DATA_DIR: '/srv/headland', BACKUP_DIR: '/srv/headland/' }, 'BACKUP_DIR must be another folder'],
    ['a bucket without a key', { BACKUP_S3_BUCKET: 'farm-backups' }, 'BACKUP_S3_BUCKET, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET belong'],
    ['a region of no bucket', { BACKUP_S3_REGION: 'eu-central-1' }, 'belong together'],
    ['an address with the bucket in it', { ...BUCKET, BACKUP_S3_ENDPOINT: 'https://s3.example/farm' }, 'BACKUP_S3_ENDPOINT must be'],
    ['a secret in the address', { ...BUCKET, BACKUP_S3_ENDPOINT: 'https://id:secret@s3.example' }, 'BACKUP_S3_ENDPOINT must be'],
    ['a bucket that is a path', { ...BUCKET, BACKUP_S3_BUCKET: 'farm/backups' }, 'BACKUP_S3_BUCKET must be'],
    ['a folder from the root', { ...BUCKET, BACKUP_S3_PREFIX: '/headland' }, 'BACKUP_S3_PREFIX must be'],
    ['an address that is none', { OPERATOR_EMAIL: 'the boss' }, 'OPERATOR_EMAIL must be an e-mail address'],
  ])('are refused with %s', (_, env, words) => {
    expect(() => read(env)).toThrow(words);
  });
});
