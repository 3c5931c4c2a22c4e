import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { swapIds, tempIdsIn, withFiles, withoutFiles } from '#client/features/job-entries/draft-form.ts';
import { createDraftKeeper, type DraftStore } from '#client/features/job-entries/draft-keeper.ts';
import type { EntryForm } from '#client/features/job-entries/entry-form.ts';
import type { NewFile } from '#client/offline/public.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const form = (notes: string, files: readonly NewFile[] = []): EntryForm => ({
  customerId: 1,
  jobId: 2,
  serviceTypeId: 3,
  date: '2025-09-18',
  values: {
    customField_1: notes,
    customField_2: files.map((file) => ({ name: file.fileName, value: `blob:${file.sha256}`, file })),
    customField_3: [7, 8],
  },
});
const HASH = 'a7'.repeat(32);
const photo: NewFile = { sha256: HASH, bytes: new ArrayBuffer(4), type: 'image/png', fileName: 'ticket.png' };

/** A storage that records its calls: the notes and files of each draft, and what is deleted. */
const setUp = (kept: EntryForm | null = null) => {
  const log: unknown[] = [];
  const store: DraftStore = {
    keep: (_key, value, files, durability) => {
      const notes = (value as { form: EntryForm }).form.values['customField_1'];
      log.push([notes, files?.map(({ sha256 }) => sha256) ?? null, durability]);
      return Promise.resolve();
    },
    drop: (key) => {
      log.push(`dropped ${key}`);
      return Promise.resolve();
    },
  };
  const keeper = createDraftKeeper('draft', { kept, seen: null, onTrouble: () => undefined }, store);
  return { log, keeper };
};

test('keeps what was typed once typing pauses, and its files only when they changed', async () => {
  const { keeper, log } = setUp();
  keeper.note(form('g'));
  await vi.advanceTimersByTimeAsync(400);
  keeper.note(form('gate'));
  await vi.advanceTimersByTimeAsync(600);
  keeper.note(form('gate', [photo]));
  await vi.advanceTimersByTimeAsync(600);
  keeper.note(form('gate soft', [photo]));
  await vi.advanceTimersByTimeAsync(600);
  expect(log).toEqual([
    ['gate', null, 'relaxed'],
    ['gate', [HASH], 'relaxed'],
    ['gate soft', null, 'relaxed'],
  ]);
});

test('writes nothing without changes, and deletes a draft that became empty again', async () => {
  const { keeper, log } = setUp();
  keeper.note(null);
  await vi.advanceTimersByTimeAsync(600);
  keeper.flush();
  expect(log).toEqual([]);
  keeper.note(form('gate'));
  keeper.flush();
  keeper.note(null);
  await vi.advanceTimersByTimeAsync(600);
  expect(log).toEqual([['gate', null, 'relaxed'], 'dropped draft']);
});

test('the form that a draft was opened with is not written again', async () => {
  const before = form('gate');
  const { keeper, log } = setUp(before);
  keeper.note(before);
  await vi.advanceTimersByTimeAsync(600);
  expect(log).toEqual([]);
  expect(keeper.pause()).toEqual(['draft', 'filesOf:draft']);
});

test('writes nothing once saving has begun, and continues in full after a refusal', async () => {
  const { keeper, log } = setUp();
  keeper.note(form('gate', [photo]));
  // None of it was kept yet: there is nothing to delete with the save.
  expect(keeper.pause()).toEqual([]);
  keeper.note(form('gate!', [photo]));
  keeper.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(log).toEqual([]);
  keeper.resume();
  await vi.advanceTimersByTimeAsync(600);
  expect(log).toEqual([['gate!', [HASH], 'relaxed']]);
  // Refused once more: the file was deleted with the draft, and is kept again.
  expect(keeper.pause()).toEqual(['draft', 'filesOf:draft']);
  keeper.resume();
  await vi.advanceTimersByTimeAsync(600);
  expect(log.at(-1)).toEqual(['gate!', [HASH], 'relaxed']);
  expect(log).toHaveLength(2);
});

test('kept durably it stays; deleted it is gone and stays gone', async () => {
  const { keeper, log } = setUp();
  await keeper.keepDurably(form('gate'));
  keeper.note(form('later'));
  await vi.advanceTimersByTimeAsync(600);
  expect(log).toEqual([['gate', null, 'strict']]);
  await keeper.drop();
  await vi.advanceTimersByTimeAsync(600);
  expect(log).toEqual([['gate', null, 'strict'], 'dropped draft']);
});

test('says that it cannot keep, and that it can again', async () => {
  const full = new DOMException('full', 'QuotaExceededError');
  const troubles: unknown[] = [];
  const keep = vi.fn<DraftStore['keep']>().mockRejectedValueOnce(full).mockResolvedValue(undefined);
  const keeper = createDraftKeeper(
    'draft',
    { kept: null, seen: null, onTrouble: (error) => troubles.push(error) },
    { keep, drop: () => Promise.resolve() },
  );
  keeper.note(form('gate', [photo]));
  await vi.advanceTimersByTimeAsync(600);
  keeper.note(form('gate soft', [photo]));
  await vi.advanceTimersByTimeAsync(600);
  expect(troubles).toEqual([full, null]);
  // A failure kept no file: it is offered again.
  expect(keep.mock.calls.map(([, , files]) => files)).toEqual([[photo], [photo]]);
});

test('a draft keeps its files separately, and a lost file is left out of the form', () => {
  const whole = form('gate', [photo]);
  const bare = withoutFiles(whole);
  expect(JSON.stringify(bare)).not.toContain('bytes');
  expect(withFiles(bare, [photo])).toEqual(whole);
  expect(withFiles(bare, [])).toEqual(form('gate'));
  const sent = { ...bare, values: { customField_2: [{ name: 'a.jpg', value: 'a.jpg' }] } };
  expect(withFiles(sent, [])).toEqual(sent);
});

test('a form follows records that get their real ids, wherever it references them', () => {
  const made = 1_758_182_400_000;
  const begun = { ...form('gate'), jobId: made, values: { customField_1: String(made), customField_3: [7, made + 1] } };
  expect(tempIdsIn(begun).toSorted()).toEqual([made, made + 1]);
  const known = swapIds(begun, (id) => (id >= made ? id - made + 50 : id));
  expect(known).toMatchObject({ jobId: 50, customerId: 1, values: { customField_1: String(made), customField_3: [7, 51] } });
  expect(swapIds(known, (id) => id)).toBe(known);
});
