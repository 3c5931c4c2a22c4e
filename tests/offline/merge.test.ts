import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge, resolved, sameValue } from '#client/offline/outbox/merge.ts';
import { sized } from '#tests/support/proof-size.ts';

const CASES = sized({ push: 4000, proofs: 100_000 });

const scalar = fc.oneof(fc.constantFrom(null, '', 'a', 'b', 'c'), fc.integer({ min: 0, max: 3 }), fc.boolean());
const FIELDS = ['notes', 'fuel', 'loads', 'status'];
const record = fc.record(Object.fromEntries(FIELDS.map((field) => [field, scalar])));
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 });
const values = fc.dictionary(fc.constantFrom('Bales', 'Rows', 'Wet'), scalar);

type Values = Readonly<Record<string, unknown>>;
const apply = (row: Values, data: Values): Values => ({ ...row, ...data });
const differing = (from: Values, to: Values): string[] => Object.keys(to).filter((field) => !sameValue(from[field], to[field]));
const pick = (row: Values, fields: readonly string[]): Values => Object.fromEntries(fields.map((field) => [field, row[field]]));

const side = fc.record({ base: scalar, next: scalar, who: fc.constantFrom('mine', 'theirs') });

test('changes of different fields are combined, in whichever order they arrive', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(fc.record(Object.fromEntries(FIELDS.map((field) => [field, side]))), (sides) => {
      const base = Object.fromEntries(FIELDS.map((field) => [field, sides[field]?.base]));
      const by = (who: string): Values =>
        Object.fromEntries(FIELDS.map((field) => [field, sides[field]?.who === who ? sides[field].next : base[field]]));
      const [mine, theirs] = [by('mine'), by('theirs')];
      const [here, there] = [differing(base, mine), differing(base, theirs)];
      const first = merge(pick(base, here), pick(mine, here), theirs);
      const second = merge(pick(base, there), pick(theirs, there), mine);
      const [one, other] = [apply(theirs, first.data), apply(mine, second.data)];
      return first.conflicts.length + second.conflicts.length === 0 && FIELDS.every((field) => sameValue(one[field], other[field]));
    }),
    { numRuns: CASES },
  );
});

test('merging again what was merged changes nothing', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const fields = differing(base, mine);
      const { data, conflicts } = merge(pick(base, fields), pick(mine, fields), theirs);
      const after = apply(theirs, data);
      const again = merge(pick(theirs, Object.keys(data)), data, after);
      // A conflict keeps theirs until a person has decided.
      const isLeft = conflicts.every(({ field }) => sameValue(after[field], theirs[field]));
      return isLeft && again.conflicts.length === 0 && Object.keys(again.data).length === 0;
    }),
    { numRuns: CASES },
  );
});

test('no value appears that nobody entered, and a conflict is one that both sides made', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { data, conflicts } = merge(base, mine, theirs);
      const areKnown = Object.entries(data).every(([field, value]) => value === mine[field] && !sameValue(value, theirs[field]));
      const areReal = conflicts.every(
        ({ field }) =>
          !sameValue(mine[field], base[field]) && !sameValue(theirs[field], base[field]) && !sameValue(theirs[field], mine[field]),
      );
      return areKnown && areReal;
    }),
    { numRuns: CASES },
  );
});

test(
  'in lists of ids and values by name, nothing that one side added is lost, and nothing that one side removed comes back',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(ids, ids, ids, values, values, values, (b, m, t, bv, mv, tv) => {
        const base = { equipmentIds: b, customFieldValues: bv };
        const { data, conflicts } = merge(base, { equipmentIds: m, customFieldValues: mv }, { equipmentIds: t, customFieldValues: tv });
        const after = { equipmentIds: t, customFieldValues: tv, ...data } as { equipmentIds: number[]; customFieldValues: Values };
        const known = new Set([...m, ...t]);
        const together = [1, 2, 3, 4, 5].filter((id) => (b.includes(id) ? m.includes(id) && t.includes(id) : known.has(id)));
        const isAsked = conflicts.some(({ field }) => field === 'equipmentIds');
        const ownIds = sameValue(m, b) ? [...t].sort() : together;
        const areIdsRight = isAsked || sameValue([...after.equipmentIds].sort(), ownIds);
        const areValuesRight = ['Bales', 'Rows', 'Wet'].every((name) => {
          const isOpen = conflicts.some(({ field }) => field === `customFieldValues.${name}`);
          return sameValue(after.customFieldValues[name], isOpen || sameValue(mv[name], bv[name]) ? tv[name] : mv[name]);
        });
        return areIdsRight && areValuesRight;
      }),
      { numRuns: CASES },
    );
  },
);

test('what a person decided is what is sent', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(record, record, record, fc.subarray(FIELDS), (base, mine, theirs, chosen) => {
      const { data, conflicts } = merge(base, mine, theirs);
      const sent = resolved(data, conflicts, theirs, (field) => chosen.includes(field));
      return conflicts.every(({ field, mine: own, theirs: other }) => {
        const isMine = chosen.includes(field);
        return Object.hasOwn(sent, field) === isMine && sameValue(apply(theirs, sent)[field], isMine ? own : other);
      });
    }),
    { numRuns: CASES },
  );
});

test('of values by name, only those that the person chose are replaced', () => {
  const base = { customFieldValues: { Bales: 1, Rows: 1, Wet: true } };
  const mine = { customFieldValues: { Bales: 2, Rows: 2, Wet: true } };
  const theirs = { customFieldValues: { Bales: 3, Rows: 3, Wet: false } };
  const { data, conflicts } = merge(base, mine, theirs);
  expect(conflicts.map(({ field }) => field)).toEqual(['customFieldValues.Bales', 'customFieldValues.Rows']);
  expect(resolved(data, conflicts, theirs, (field) => field.endsWith('Rows'))).toEqual({
    customFieldValues: { Bales: 3, Rows: 2, Wet: false },
  });
});

test('hints that two people said are right are right for both, also where the row is from before there were any', () => {
  const [mine, theirs] = [{ hintsAccepted: ['tooLong:totalHours:25'] }, { hintsAccepted: ['duplicate::1'] }];
  for (const base of [{ hintsAccepted: [] }, { hintsAccepted: null }, {}]) {
    expect(merge(base, mine, theirs)).toEqual({ data: { hintsAccepted: ['duplicate::1', 'tooLong:totalHours:25'] }, conflicts: [] });
    expect(merge(base, mine, mine)).toEqual({ data: {}, conflicts: [] });
  }
});
