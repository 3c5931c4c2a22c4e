import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUpInChild } from '#server/backup/child.ts';
import { createBackupRound } from '#server/backup/start-backups.ts';
import type { BackupState } from '#server/commands/read-backup-state.ts';
import { RUN_LOCK } from '#server/data/backup-lock.ts';
import { createHealth } from '#server/health.ts';
import { createReview } from '#server/background-work.ts';
import { note } from './api/backups-field.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

// When backups are made and what is reported about them: on a real database, by a clock of the test's own.

const MINUTE_MS = 60_000;
const NIGHT = new Date('2026-06-10T02:00:00Z');
const START = Date.parse('2026-06-10T12:00:00Z');

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-backups-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  testApp = await createTestApp();
});
afterEach(() => testApp.close());

/** What the command comes to: a sentence where it fails. */
type Outcome = 'good' | 'says nothing' | Error;

interface Field {
  /** Minutes after the start, by the clock of the machine, at which each was made. */
  readonly made: number[];
  readonly outcomes: Outcome[];
  /** Lets time pass, a look every half minute or as often as is said. */
  after(minutes: number, stepMinutes?: number): Promise<void>;
  /** The rounds that copy the log have none to go on from, or have one again. */
  want(isWanted: boolean): void;
  /** Sets the clock of the machine. */
  set(hours: number): void;
}

const serve = (review: (state: BackupState, now: Date) => Promise<void> = async () => undefined): Field => {
  let passed = 0;
  let shift = 0;
  const now = () => new Date(START + passed + shift);
  const made: number[] = [];
  const outcomes: Outcome[] = [];
  let wanted = false;
  const round = createBackupRound({
    db: testApp.db.app,
    at: { hour: NIGHT.getHours(), minute: NIGHT.getMinutes() },
    now,
    elapsed: () => passed,
    backUp: async () => {
      made.push((passed + shift) / MINUTE_MS);
      const outcome = outcomes.shift() ?? 'good';
      if (outcome === 'good') {
        await note(testApp.db.app, { at: now().toISOString() });
      }
      return outcome instanceof Error ? outcome.message : null;
    },
    letOthersMs: () => 0,
    isWanted: () => wanted,
    review: (state) => review(state, now()),
    say: () => undefined,
  });
  return {
    made,
    outcomes,
    after: async (minutes, stepMinutes = 0.5) => {
      for (const end = passed + minutes * MINUTE_MS; passed < end;) {
        passed += stepMinutes * MINUTE_MS;
        await round(new AbortController().signal);
      }
    },
    want: (isWanted) => {
      wanted = isWanted;
    },
    set: (hours) => {
      shift += hours * 60 * MINUTE_MS;
    },
  };
};

describe('a backup is made', () => {
  test('ten minutes after the first start of all, and once every night from then on', async () => {
    const field = serve();
    await field.after(9.5);
    await testApp.owner();
    expect(field.made).toEqual([]);
    await field.after(20.5);
    expect(field.made).toEqual([10]);
    await field.after(14 * 60, 5);
    expect(field.made).toEqual([10, 14 * 60]);
  });

  test('a minute after the start where there is something to lose and nothing to recover from', async () => {
    await testApp.owner();
    await testApp.db.query({ text: `update installation set epoch_began_at = '2026-06-10T11:00:00Z'`, values: [] });
    await note(testApp.db, { at: '2026-06-10T02:00:00Z' });
    const field = serve();
    await field.after(5);
    expect(field.made).toEqual([1]);
  });

  test('again half an hour after one that failed, and then every hour; what it said is written down', async () => {
    await note(testApp.db, { at: '2026-06-08T02:00:00Z' });
    const field = serve();
    field.outcomes.push(new Error('The folder is away.'), new Error('It is still away.'), new Error('And still.'));
    await field.after(160);
    expect(field.made).toEqual([5, 35, 95, 155]);
    const runs = await testApp.db.query<{ failure: string | null }>({ text: 'select failure from backup_runs order by id', values: [] });
    expect(runs.map(({ failure }) => failure)).toEqual([null, 'The folder is away.', 'It is still away.', 'And still.', null]);
  });

  test('by only one at a time', async () => {
    await testApp.owner();
    const field = serve();
    await testApp.db.transaction(async (inside) => {
      await inside.query({ text: 'select pg_advisory_xact_lock($1)', values: [RUN_LOCK] });
      await note(testApp.db, { at: '2026-06-10T12:00:20Z', isEnded: false });
      await field.after(40);
      expect(field.made).toEqual([]);
    });
    // It died.
    await field.after(1);
    expect(field.made).toEqual([40.5]);
  });

  test('at once where the last one is of no use to go on from', async () => {
    await note(testApp.db, { at: '2026-06-10T02:00:00Z' });
    const field = serve();
    await field.after(30);
    expect(field.made).toEqual([]);
    field.want(true);
    await field.after(1);
    field.want(false);
    await field.after(60);
    expect(field.made).toEqual([30.5]);
  });

  test('a clock that is set again and again brings no storm of them', async () => {
    await testApp.owner();
    const field = serve();
    for (const hours of [24 * 365, -24 * 365, 24 * 400, -24 * 400, 24 * 30, -24 * 30]) {
      field.set(hours);
      await field.after(10);
    }
    expect(field.made.length).toBe(1);
    await field.after(14 * 60, 5);
    // One by the clock as it is now, and that of the night.
    expect(field.made.length).toBe(3);
  });
});

describe('the process that makes it', () => {
  const runs = async (source: string, signal = new AbortController().signal) => {
    const program = join(folder, 'program.mjs');
    await writeFile(program, source);
    const said: (readonly [string, string | undefined])[] = [];
    const say = (line: string, level?: string) => void said.push([line, level]);
    return { why: await backUpInChild({ command: [program], settings: { HELD: 'by us' }, say }, signal), said };
  };

  test('passes on what it says, whether in sentences or in lines of the log', async () => {
    const { why, said } = await runs(
      `console.log('A backup begins.'); console.error(JSON.stringify({ level: 40, msg: process.env.HELD }))`,
    );
    expect(why).toBeNull();
    expect(said.toSorted()).toEqual([
      ['A backup begins.', undefined],
      ['by us', 'warn'],
    ]);
  });

  test('fails with its last words, or with how it ended', async () => {
    expect((await runs(`console.error('The folder is full.'); process.exitCode = 1`)).why).toBe('The folder is full.');
    expect((await runs(`process.kill(process.pid, 'SIGKILL')`)).why).toBe('It was ended by SIGKILL.');
  });

  test('ends when the program does', async () => {
    const ends = AbortSignal.timeout(200);
    expect((await runs('setInterval(() => {}, 1000)', ends)).why).toBe('It was ended by SIGTERM.');
  });
});

describe('the operator is mailed', () => {
  const health = createHealth();
  const watched = (operatorEmail: string | null = null): Field =>
    serve((state, now) =>
      createReview({
        db: testApp.db.app,
        settings: {
          backup: { at: { hour: 2, minute: 0 }, folder: '/x', keep: { days: 1, months: 1 }, key: null, bucket: null, operatorEmail },
          databaseUrl: null,
          dataDir: '/y',
          mail: { smtpUrl: 'smtp://mail.test', from: 'x' },
        },
        health,
        origin: () => 'https://farm.test',
        now: () => now,
        say: () => undefined,
      })(state),
    );
  const mails = () =>
    testApp.db.query<{ recipient: string; subject: string; body: string }>({
      text: 'select recipient, subject, body from mails order by id',
      values: [],
    });
  afterEach(() => {
    for (const { kind } of health.concerns()) {
      health.settle(kind);
    }
  });

  test('at once when a backup fails, every day while it does, and once when it works again: the owner, in their language', async () => {
    const boss = await testApp.owner();
    await testApp.db.query({ text: `update users set language = 'de' where id = $1`, values: [boss.userId] });
    const field = watched();
    const away = new Error('The folder /backups is away.');
    field.outcomes.push(...Array.from({ length: 27 }, () => away));
    await field.after(3);
    expect(await mails()).toMatchObject([{ recipient: boss.email, subject: 'Headland sichert nicht mehr' }]);
    expect((await mails())[0]?.body).toContain(away.message);
    expect((await mails())[0]?.body.split('\n\n')).toContain('https://farm.test/organization');
    await field.after(20 * 60, 5);
    expect(await mails()).toHaveLength(1);
    await field.after(8 * 60, 5);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Headland sichert nicht mehr',
      'Headland sichert nicht mehr',
      'Headland sichert wieder',
    ]);
    field.outcomes.push(away);
    await field.after(24 * 60, 5);
    expect((await mails()).map(({ subject }) => subject).slice(3)).toEqual(['Headland sichert nicht mehr', 'Headland sichert wieder']);
  });

  test('the operator where one is named, else nobody where several organizations are', async () => {
    await testApp.owner();
    await testApp.owner('Tammkamp');
    const nobody = watched();
    nobody.outcomes.push(new Error('It is away.'));
    await nobody.after(3);
    expect(await mails()).toEqual([]);
    await watched('operator@farm.test').after(1);
    expect(await mails()).toMatchObject([{ recipient: 'operator@farm.test', subject: 'Headland backups are failing' }]);
  });

  test('of what does not work, once a day for each kind; not of what will not work one day', async () => {
    const boss = await testApp.owner();
    await note(testApp.db, { at: '2026-06-10T02:00:00Z' });
    const field = watched();
    health.raise({ kind: 'disk', level: 'warning', code: 'disk_low', message: 'Nearly full.', values: {} });
    await field.after(1);
    expect(await mails()).toEqual([]);
    for (const message of ['There is no room.', 'There is no room left.']) {
      health.raise({ kind: 'disk', level: 'degraded', code: 'disk_full', message, values: {} });
      health.raise({ kind: 'corrupted', level: 'degraded', code: 'corrupted', message: 'It cannot be read.', values: {} });
      await field.after(1);
      health.settle('disk');
      await field.after(1);
    }
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual(['Headland’s database is damaged', 'Headland’s disk is full']);
    expect((await mails())[0]?.recipient).toBe(boss.email);
  });

  test('three days without a good one are reported, though none failed', async () => {
    await testApp.owner();
    await note(testApp.db, { at: '2026-06-07T11:59:00Z' });
    await watched().after(0.5);
    expect(health.concerns()).toMatchObject([{ kind: 'backup', level: 'warning', code: 'backup_old' }]);
    expect(await mails()).toHaveLength(1);
  });
});
