import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Silence, watchAnswers } from '#client/offline/browser/answers.ts';
import { NotKept, type OpenedStorage, openStorage } from '#client/offline/browser/idb-storage.ts';

// No transaction waits forever without a word. Seconds pass when the test says so.

let look: () => void;
let isSeen: boolean;
let heard: Silence[];
const pass = (seconds: number): void => {
  for (let second = 0; second < seconds; second += 1) {
    look();
  }
};
const watch = () =>
  watchAnswers({
    isSeen: () => isSeen,
    onSilence: (silence) => heard.push(silence),
    every: (_, work) => {
      look = work;
      return () => undefined;
    },
  });

beforeEach(() => {
  look = () => undefined;
  isSeen = true;
  heard = [];
});

describe('the watch', () => {
  test('reports after five seconds that nothing answers, and when something does again', () => {
    const asked = watch().ask(() => true, false);
    pass(4);
    expect(heard).toEqual([]);
    pass(1);
    expect(heard).toEqual(['silent']);
    asked.end();
    expect(heard).toEqual(['silent', 'none']);
  });

  test('counts only the time in which a person sees the page', () => {
    watch().ask(() => true, false);
    isSeen = false;
    pass(60);
    isSeen = true;
    pass(4);
    expect(heard).toEqual([]);
  });

  test('a sign of life restarts the time for later requests as well, but not for earlier ones', () => {
    const answers = watch();
    const first = answers.ask(() => true, false);
    const second = answers.ask(() => true, false);
    pass(4);
    first.sign();
    pass(4);
    expect(heard).toEqual([]);
    second.sign();
    pass(1);
    expect(heard).toEqual(['silent']);
  });

  test('a save is given up after fifteen seconds; if even that does not end it, that is reported', () => {
    const given: string[] = [];
    const answers = watch();
    const giveUp = (which: string) => () => given.push(which) > 0;
    answers.ask(giveUp('a read'), false);
    const save = answers.ask(giveUp('a save'), true);
    pass(14);
    expect([given, save.isGivenUp()]).toEqual([[], false]);
    pass(1);
    expect([given, save.isGivenUp()]).toEqual([['a save'], true]);
    pass(5);
    expect(heard).toEqual(['silent', 'unsure']);
    save.end();
    expect(heard).toEqual(['silent', 'unsure', 'silent']);
  });
});

describe('over a database that is held open elsewhere', () => {
  let storage: OpenedStorage;
  let free: () => void;
  let opened = 0;

  beforeEach(async () => {
    const name = `answers-${(opened += 1)}`;
    storage = await openStorage({ name, answers: watch() });
    const other = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => resolve(request.result));
    });
    // Never without a request, so it never ends.
    const store = other.transaction(['jobs'], 'readwrite').objectStore('jobs');
    let isHeld = true;
    const ask = (): void => store.count().addEventListener('success', () => (isHeld ? ask() : other.close()));
    ask();
    free = () => (isHeld = false);
  });

  const putJob = (id: number) =>
    storage.write(['jobs'], (tx) => tx.put('jobs', { id, organizationId: 1, version: 1 }), { durability: 'strict' });
  const count = () => storage.read(['jobs'], (tx) => tx.count('jobs', {}));

  test('a save is given up and says so; nothing of it is kept when the database is free again', async () => {
    const saving = putJob(1).catch((error: unknown) => error);
    await expect.poll(() => (pass(1), heard)).toContain('silent');
    pass(15);
    expect(await saving).toBeInstanceOf(NotKept);
    free();
    expect(await count()).toBe(0);
    expect(heard.at(-1)).toBe('none');
  });

  test('a read waits, over a new connection if need be, and is answered when the database is free', async () => {
    const reading = count();
    await expect.poll(() => (pass(1), heard)).toEqual(['silent']);
    storage.reopen();
    await expect.poll(() => (pass(1), heard)).toEqual(['silent', 'none', 'silent']);
    free();
    expect(await reading).toBe(0);
    expect(heard.at(-1)).toBe('none');
    await putJob(2);
    expect(await count()).toBe(1);
  });
});
