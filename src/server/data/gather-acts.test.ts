import { describe, expect, test } from 'vitest';
import { type Deed, gatherActs } from '#server/data/gather-acts.ts';

const MINUTE = 60_000;
const START = Date.parse('2025-06-14T12:00:00.000Z');

type Given = Partial<Omit<Deed, 'timestamp'>> & { readonly at?: number };

/** In the order in which they happened; `at` in minutes. */
const deeds = (...given: readonly Given[]): Deed[] =>
  given
    .map(({ at = 0, ...more }, index): Deed => ({
      id: index + 1,
      entityType: 'job_entry',
      entityId: 100 + index,
      action: 'update',
      fields: 'notes',
      isPlaceholder: false,
      author: '5 0',
      importId: null,
      alike: 1,
      ...more,
      timestamp: new Date(START + at * MINUTE).toISOString(),
    }))
    .reverse();

/** Ids and counts, newest first. */
const actsOf = (all: readonly Deed[], limit = 20) => gatherActs(all, limit).acts.map(({ id, count }) => [id, count]);

const FAR = 60;

test('nothing is no act', () => {
  expect(gatherActs([], 5)).toEqual({ acts: [], lastId: null, isMore: false });
});

describe('deeds of one kind', () => {
  test('by the same person, each within ten minutes of the one before, are one act', () => {
    expect(actsOf(deeds({ alike: 100 }, { at: 10, alike: 100 }, { at: 20, alike: 33 }))).toEqual([[3, 233]]);
    expect(actsOf(deeds({ alike: 100 }, { at: 10.1, alike: 33 }))).toEqual([
      [2, 33],
      [1, 100],
    ]);
  });

  test('to one and the same record count once', () => {
    const once = { entityId: 7, entityType: 'organization' } as const;
    expect(actsOf(deeds(once, { ...once, at: 1 }, { ...once, at: 2 }))).toEqual([[3, 1]]);
    // Done to a hundred, undone and done again: the same hundred, by the one that stands for them.
    expect(actsOf(deeds({ entityId: 7, alike: 100 }, { entityId: 7, alike: 100, at: 1 }, { entityId: 8, at: 2 }))).toEqual([[3, 101]]);
  });

  test.each([
    ['another person', { author: '6 0' }],
    ['a program with a key of the same person', { author: '5 3' }],
    ['another kind', { entityType: 'customer' }],
    ['another action', { action: 'delete' }],
    ['other fields', { fields: 'loads' }],
    ['an import', { importId: 4 }],
  ] satisfies [string, Given][])('apart from %s', (_, other) => {
    expect(actsOf(deeds({}, { at: 1, ...other }))).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  test('are not one act across anything else', () => {
    expect(actsOf(deeds({}, { at: 1, author: '6 0' }, { at: 2 }))).toHaveLength(3);
    expect(actsOf(deeds({}, { at: 1, entityType: 'customer' }, { at: 2 }))).toHaveLength(3);
  });

  test('are one act across what only came with one of them', () => {
    const done = { entityType: 'job', fields: 'status' } as const;
    expect(actsOf(deeds(done, { ...done, at: 1 }, { at: 1, entityType: 'bill_draft', action: 'create' }, { ...done, at: 2 }))).toEqual([
      [4, 3],
    ]);
  });
});

describe('a transaction', () => {
  const AT_ONCE = [
    [
      'a bill that was issued',
      'billing_record',
      [
        ['bill_draft', 'create'],
        ['job', 'update'],
        ['job', 'update', 2],
        ['billing_record', 'create'],
        ['billing_record', 'update'],
        ['bill_draft', 'delete'],
      ],
    ],
    [
      'a job that was completed',
      'job',
      [
        ['job', 'update'],
        ['bill_draft', 'create'],
      ],
    ],
    [
      'a job that was deleted',
      'job',
      [
        ['bill_draft', 'update'],
        ['job', 'delete'],
      ],
    ],
    [
      'work without a job',
      'job_entry',
      [
        ['job', 'create', 1, true],
        ['job_entry', 'create'],
      ],
    ],
    [
      'work that got its job',
      'job_entry',
      [
        ['job_entry', 'update'],
        ['job', 'delete', 1, true],
      ],
    ],
    [
      'an employee who lost their access',
      'employee',
      [
        ['invitation', 'delete'],
        ['employee', 'update'],
      ],
    ],
    [
      'an invited employee',
      'invitation',
      [
        ['employee', 'update'],
        ['invitation', 'create'],
      ],
    ],
    [
      'a new organization',
      'organization',
      [
        ['organization', 'create'],
        ['employee', 'create'],
        ['custom_data_field', 'create', 6],
      ],
    ],
    [
      'an ownership that was handed over',
      'organization',
      [
        ['employee', 'update', 2],
        ['organization', 'update'],
      ],
    ],
    [
      'a service with its machines',
      'service_type',
      [
        ['service_type', 'create'],
        ['equipment', 'update', 3],
      ],
    ],
  ] as const;

  test.each(AT_ONCE)('%s is told by one item', (_, told, all) => {
    for (const order of [all, all.toReversed()]) {
      const given = order.map(([entityType, action, alike = 1, isPlaceholder = false]) => ({ entityType, action, alike, isPlaceholder }));
      const found = deeds(...given);
      const acts = gatherActs(found, 20).acts.map(({ id }) => found.find((deed) => deed.id === id)?.entityType);
      expect(acts).toEqual([told]);
    }
  });

  test('of a batch is told by what it did, each with its number', () => {
    expect(
      actsOf(deeds({ entityType: 'customer', action: 'create' }, { entityType: 'job', action: 'create' }, { action: 'create', alike: 4 })),
    ).toEqual([
      [3, 4],
      [2, 1],
      [1, 1],
    ]);
  });

  test('may hold several that have nothing to do with each other', () => {
    const apart = [
      [{ entityType: 'organization' }, { entityType: 'employee', action: 'create' }],
      [
        { entityType: 'invitation', action: 'create' },
        { entityType: 'employee', action: 'create' },
      ],
      [{ entityType: 'job' }, { entityType: 'billing_record' }],
      [{ entityType: 'job', action: 'create' }, { action: 'create' }],
      [{ entityType: 'service_type' }, { entityType: 'equipment', action: 'create' }],
      [{ entityType: 'billing_record' }, { entityType: 'billing_record', fields: 'sentOn' }],
    ] satisfies Given[][];
    expect(apart.map((given) => actsOf(deeds(...given)).length)).toEqual(apart.map(() => 2));
  });

  test('of thousands of items, each of which stands for itself, is told in no time', () => {
    const all = deeds(...Array.from({ length: 20_000 }, (): Given => ({})));
    const began = performance.now();
    expect(actsOf(all)).toEqual([[20_000, 20_000]]);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test('explains nothing of another one', () => {
    const draft = { entityType: 'bill_draft', action: 'create', at: FAR } as const;
    expect(actsOf(deeds({ entityType: 'job' }, draft))).toHaveLength(2);
    expect(actsOf(deeds({ entityType: 'job', at: FAR, author: '6 0' }, draft))).toHaveLength(2);
  });
});

describe('an import', () => {
  test('is told by what it made most of, however long it took', () => {
    const batch = (at: number): Given[] => [
      { importId: 4, at, entityType: 'job', action: 'create', alike: 2 },
      { importId: 4, at, action: 'create', alike: 20 },
    ];
    const all = deeds({ importId: 4, entityType: 'customer', action: 'create', alike: 3 }, ...batch(1), ...batch(FAR));
    expect(actsOf(all)).toEqual([[5, 40]]);
  });

  test('that was taken back is an act of its own', () => {
    expect(actsOf(deeds({ importId: 4, action: 'create', alike: 20 }, { importId: 4, at: FAR, action: 'delete', alike: 20 }))).toEqual([
      [2, 20],
      [1, 20],
    ]);
  });

  test('is not another import', () => {
    expect(actsOf(deeds({ importId: 4, action: 'create' }, { importId: 5, action: 'create' }))).toHaveLength(2);
  });
});

test('pages of any size tell the same acts', () => {
  const all = deeds(
    ...Array.from({ length: 200 }, (_, n): Given => ({
      at: Math.floor(n / 3) * (n % 11 === 0 ? 1 : 2),
      entityType: n % 7 === 0 ? 'job' : n % 5 === 0 ? 'bill_draft' : n % 3 === 0 ? 'customer' : 'job_entry',
      importId: n > 90 && n < 120 ? 4 : null,
      author: n % 13 === 0 ? '6 0' : '5 0',
      alike: 1 + (n % 4),
    })),
  );
  const { acts: whole } = gatherActs(all, 1000);
  expect(whole.length).toBeGreaterThan(50);
  for (const limit of [1, 2, 3, 7, 50]) {
    const pages = [];
    for (let from = 0, isMore = true; isMore;) {
      const page = gatherActs(all.slice(from), limit, all.slice(Math.max(0, from - 20), from));
      pages.push(...page.acts);
      expect(page.acts.length === limit || !page.isMore).toBe(true);
      from = all.findIndex(({ id }) => id === page.lastId) + 1;
      ({ isMore } = page);
    }
    expect(pages).toEqual(whole);
  }
});

describe('a page', () => {
  const far = (count: number) => deeds(...Array.from({ length: count }, (_, index) => ({ at: index * FAR })));

  test('ends where the next act begins', () => {
    expect(gatherActs(far(5), 3)).toEqual({
      acts: [
        { id: 5, count: 1 },
        { id: 4, count: 1 },
        { id: 3, count: 1 },
      ],
      lastId: 3,
      isMore: true,
    });
    expect(gatherActs(far(3), 3)).toMatchObject({ lastId: 1, isMore: false });
  });

  test('includes all of its last act, and what came with it', () => {
    const all = deeds(
      { at: -FAR },
      { entityType: 'bill_draft' },
      { entityType: 'job', fields: 'status' },
      { at: 1, entityType: 'job', fields: 'status' },
    );
    expect(gatherActs(all, 1)).toEqual({ acts: [{ id: 4, count: 2 }], lastId: 2, isMore: true });
  });

  test('may end within a transaction: what it did not tell follows, and what came with what it told does not', () => {
    const all = deeds({ entityType: 'bill_draft' }, { entityType: 'customer' }, { entityType: 'job' });
    const first = gatherActs(all, 1);
    expect(first).toEqual({ acts: [{ id: 3, count: 1 }], lastId: 3, isMore: true });
    expect(gatherActs(all.slice(1), 1, all.slice(0, 1))).toEqual({ acts: [{ id: 2, count: 1 }], lastId: 1, isMore: false });
    expect(gatherActs(all.slice(1), 5)).toMatchObject({ acts: [{ id: 2 }, { id: 1 }] });
  });
});
