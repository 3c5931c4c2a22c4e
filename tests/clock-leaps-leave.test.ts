import { afterAll, beforeAll, expect, test } from 'vitest';
import { isConfirmedAt } from '#server/auth/confirmed.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { countGuess } from '#server/data/guesses.ts';
import { insertMail } from '#server/data/mails.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';

// What a clock that ran ahead for a while leaves behind, and what it must not delete in between.

const DAY = 86_400_000;
const RIGHT = new Date('2026-06-14T08:00:00Z');
const AHEAD = new Date(RIGHT.getTime() + 400 * DAY);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const queue = (subject: string, at: Date) =>
  insertMail(
    db,
    { recipient: 'dana@example.com', subject, body: 'x' },
    { createdAt: at.toISOString(), expiresAt: new Date(at.getTime() + DAY / 24).toISOString() },
  );

const send = async (now: Date, isBelieved: boolean): Promise<string[]> => {
  const sent: string[] = [];
  await sendMails({
    db,
    post: { send: async ({ subject }) => void sent.push(subject) },
    now: () => now,
    believed: async () => (isBelieved ? now : undefined),
    say: () => undefined,
  });
  return sent;
};

test('a mail that only seems to be no longer useful is sent', async () => {
  await queue('Waits', RIGHT);
  expect(await send(AHEAD, false)).toEqual(['Waits']);
  await queue('Late', RIGHT);
  expect(await send(AHEAD, true)).toEqual([]);
});

test('a mail that was queued while the clock ran ahead does not wait until then', async () => {
  await queue('Ahead', AHEAD);
  expect(await send(RIGHT, true)).toEqual(['Ahead']);
});

test('wrong tries while the clock ran ahead block nobody until then', async () => {
  const slowing = { free: 3, firstWaitSeconds: 5, longestWaitSeconds: 300, forgetSeconds: 900 };
  const guess = (at: Date) => countGuess(db, 'device:1', slowing, at);
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await guess(AHEAD)).toBe(0);
  }
  expect(await guess(AHEAD)).toBeGreaterThan(0);
  expect(await guess(RIGHT)).toBe(0);
  // From here on by the clock as it is.
  expect(await guess(RIGHT)).toBeGreaterThan(0);
});

test('who showed who they are while the clock ran ahead has not done so for as long as that', () => {
  expect(isConfirmedAt({ authenticatedAt: RIGHT.toISOString() }, RIGHT)).toBe(true);
  expect(isConfirmedAt({ authenticatedAt: AHEAD.toISOString() }, RIGHT)).toBe(false);
});
