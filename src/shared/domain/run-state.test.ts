import { describe, expect, test } from 'vitest';
import {
  changeOfEntry,
  currentStop,
  goTo,
  goToPlace,
  joinRun,
  LOADS,
  newEntryOf,
  nextIndex,
  nextStop,
  pauseRun,
  planStop,
  type RunState,
  startRun,
  takenBack,
  withRealIds,
  withStop,
} from '#shared/domain/run-state.ts';
import { doOverlap, lengthOf, MOST_SPANS, spans as spansSchema } from '#shared/domain/spans.ts';

const CREW = { serviceTypeId: 3, equipmentIds: [9], operatorIds: [2], implementId: null };
const PLACES = [1, 2, 3].map((id) => ({ customerId: id, jobId: id * 10 }));
const at = (minutes: number): string => new Date(Date.UTC(2025, 9, 9, 7) + minutes * 60_000).toISOString();
const begun = startRun(77, CREW, PLACES, at(0));
const dateOf = (moment: string): string => moment.slice(0, 10);
const spansOf = ({ stops }: RunState) => stops.map(({ spans }) => spans);

describe('a run', () => {
  test('begins at its first stop', () => {
    expect(currentStop(begun)).toMatchObject({ customerId: 1, jobId: 10, entryId: null, spans: [] });
    expect(begun.since).toBe(at(0));
    expect(nextIndex(begun)).toBe(1);
  });

  test('Next ends the time at one stop and begins it at the next', () => {
    const second = nextStop(begun, at(75));
    expect(second).toMatchObject({ current: 1, since: at(75) });
    expect(spansOf(second)).toEqual([[{ from: at(0), to: at(75) }], [], []]);
  });

  test('a customer visited again gets a second span, not a second stop', () => {
    const back = goToPlace(nextStop(begun, at(75)), { customerId: 1, jobId: 10 }, at(90));
    const after = pauseRun(back, at(100));
    expect(after.stops).toHaveLength(3);
    expect(spansOf(after)[0]).toEqual([
      { from: at(0), to: at(75) },
      { from: at(90), to: at(100) },
    ]);
    expect(nextIndex(after)).toBe(2);
  });

  test('another customer becomes a stop; one who is planned does not become two', () => {
    const place = { customerId: 4, jobId: 40 };
    expect(goToPlace(begun, place, at(10))).toMatchObject({ current: 3, since: at(10) });
    expect(planStop(planStop(begun, place), place).stops).toHaveLength(4);
  });

  test('with no stop left Next pauses', () => {
    const last = nextStop(nextStop(begun, at(1)), at(2));
    expect(nextIndex(last)).toBeNull();
    expect(nextStop(last, at(3))).toMatchObject({ current: 2, since: null });
  });

  test('a pause is nobody’s time', () => {
    const paused = pauseRun(begun, at(30));
    expect(pauseRun(paused, at(40))).toBe(paused);
    expect(goTo(paused, 0, at(60))).toMatchObject({ current: 0, since: at(60) });
    expect(goTo(goTo(paused, 0, at(60)), 0, at(70)).since).toBe(at(60));
  });

  test('a clock that jumps back: a span ends no earlier than it began, and none begins before another ended', () => {
    const second = nextStop(begun, at(60));
    const third = nextStop(second, at(-600));
    expect(spansOf(third)[1]).toEqual([{ from: at(60), to: at(60) }]);
    expect(third.since).toBe(at(60));
    expect(goTo(third, 0, at(-500)).since).toBe(at(60));
  });

  test('a night that somebody forgot to end is whole, in pieces of a day', () => {
    const [pieces = []] = spansOf(pauseRun(begun, at(60 * 55)));
    expect(pieces).toHaveLength(3);
    expect(spansSchema.safeParse(pieces).success).toBe(true);
    expect(pieces.reduce((sum, span) => sum + lengthOf(span), 0)).toBe(55 * 3_600_000);
  });

  test('work through midnight has the date of its first span', () => {
    const night = pauseRun(startRun(77, CREW, PLACES, '2025-10-09T23:10:00Z'), '2025-10-10T01:10:00Z');
    expect(newEntryOf(night, currentStop(night), dateOf)).toMatchObject({ date: '2025-10-09', totalHours: 2 });
  });

  test('more spans than an entry holds make another entry of the same place', () => {
    let state = begun;
    for (let pause = 0; pause < MOST_SPANS + 5; pause += 1) {
      state = goTo(pauseRun(state, at(2 * pause + 1)), state.current, at(2 * pause + 2));
    }
    expect(state.stops.filter(({ customerId }) => customerId === 1)).toHaveLength(2);
    expect(state.stops.every(({ spans }) => spans.length <= MOST_SPANS)).toBe(true);
  });

  test('a run that was left open for months is whole, in as many entries of its place as it takes', () => {
    let visited = begun;
    for (let visit = 0; visit < MOST_SPANS - 2; visit += 1) {
      visited = goTo(goTo(visited, 1, at(2 * visit + 1)), 0, at(2 * visit + 2));
    }
    expect(visited.stops[0]?.spans).toHaveLength(MOST_SPANS - 2);
    const [days, minutes] = [2 * MOST_SPANS, 2 * MOST_SPANS - 4];
    const open = nextStop(visited, at(minutes + days * 24 * 60));
    expect(open).toMatchObject({ current: 2, since: at(minutes + days * 24 * 60) });
    const there = open.stops.filter(({ customerId }) => customerId === 1).map(({ spans }) => spans);
    expect(there.map((each) => each.length)).toEqual([MOST_SPANS, MOST_SPANS, MOST_SPANS - 2]);
    expect(there.every((each) => spansSchema.safeParse(each).success)).toBe(true);
    expect(there.flat().reduce((sum, span) => sum + lengthOf(span), 0)).toBe(days * 24 * 3_600_000 + (MOST_SPANS - 2) * 60_000);
    expect(nextStop(open, at(minutes + days * 24 * 60 + 5))).toMatchObject({ since: null });
  });

  test('Undo of a Next: the time there runs on as if nothing had been pressed', () => {
    const after = withStop(nextStop(begun, at(75)), 0, { entryId: 500 });
    const back = takenBack(begun, after);
    expect(back).toMatchObject({ current: 0, since: at(0) });
    expect(back.stops[0]).toMatchObject({ entryId: 500, spans: [] });
    expect(
      changeOfEntry(currentStop(back), { spans: [{ from: at(0), to: at(75) }], totalHours: 1.3, customFieldValues: {} }),
    ).toMatchObject({
      spans: [],
      totalHours: null,
    });
  });
});

test('Undo of a Next keeps what was typed since', () => {
  const after = withStop(withStop(nextStop(begun, at(75)), 0, { entryId: 500 }), 1, { counts: { Bales: 4 }, notes: 'wet' });
  const back = takenBack(begun, after);
  expect(currentStop(back)).toMatchObject({ customerId: 1, spans: [] });
  expect(back.stops[1]).toMatchObject({ counts: { Bales: 4 }, notes: 'wet', spans: [] });
  expect(nextIndex(back)).toBe(1);
});

describe('what a run writes', () => {
  test('a new entry with what the crew is, the run, and what was counted', () => {
    const counted = withStop(pauseRun(begun, at(75)), 0, { counts: { [LOADS]: 4, Bales: 62 }, notes: 'wet' });
    expect(newEntryOf(counted, currentStop(counted), dateOf)).toEqual({
      ...CREW,
      runId: 77,
      date: '2025-10-09',
      spans: [{ from: at(0), to: at(75) }],
      totalHours: 1.3,
      loads: 4,
      notes: 'wet',
      customFieldValues: { Bales: 62 },
    });
  });

  test('hours are the sum of the spans until somebody types another number', () => {
    const stop = {
      ...currentStop(begun),
      spans: [
        { from: at(0), to: at(75) },
        { from: at(90), to: at(120) },
      ],
    };
    const held = { spans: [{ from: at(0), to: at(75) }], customFieldValues: { Field: 'north' } };
    expect(changeOfEntry(stop, { ...held, totalHours: 1.3 })).toMatchObject({ totalHours: 1.8, customFieldValues: { Field: 'north' } });
    expect(changeOfEntry(stop, { ...held, totalHours: 2 })).toMatchObject({ totalHours: 2 });
  });
});

test('whatever is pressed: times per stop add up to the run’s time minus pauses, and none overlap', () => {
  // A small generator of its own: the same presses in every run of this test.
  let seed = 20_251_009;
  const draw = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 500; round += 1) {
    let state = begun;
    let clock = 0;
    let latest = 0;
    let paused = 0;
    for (let press = 0; press < 40; press += 1) {
      // Now and then the clock is set back.
      clock += draw(10) === 0 ? -draw(90) : draw(45);
      const kind = draw(4);
      const before = state;
      state =
        kind === 0
          ? pauseRun(state, at(clock))
          : kind === 1
            ? nextStop(state, at(clock))
            : kind === 2
              ? goTo(state, draw(state.stops.length), at(clock))
              : goToPlace(state, { customerId: draw(6), jobId: 0 }, at(clock));
      // A press that changes nothing is no moment of the run.
      if (state !== before) {
        const shown = Math.max(latest, clock);
        paused += before.since === null ? shown - latest : 0;
        latest = shown;
      }
    }
    const whole = pauseRun(state, at(latest));
    const all = spansOf(whole).flat();
    expect(all.reduce((sum, span) => sum + lengthOf(span), 0)).toBe((latest - paused) * 60_000);
    expect(doOverlap(all.filter((span) => lengthOf(span) > 0))).toBe(false);
    expect(spansOf(whole).every((each) => spansSchema.safeParse(each).success)).toBe(true);
  }
});

describe('a second device', () => {
  const entry = (id: number, createdBy: number, customerId: number) => ({
    id,
    createdBy,
    customerId,
    jobId: customerId * 10,
    awaitsJob: false,
    spans: [{ from: at(id), to: at(id + 1) }],
    loads: 2,
    notes: null,
    photos: [],
    customFieldValues: { Bales: 7, Field: 'north' },
  });

  test('sees the stops, takes its own entries on, and makes its own where another person was', () => {
    const state = joinRun({ id: 77, startedAt: at(0), ...CREW }, [entry(5, 1, 1), entry(6, 2, 2), entry(7, 1, 2)], 1, 0);
    expect(state).toMatchObject({ runId: 77, since: null });
    expect(state.stops).toMatchObject([
      { customerId: 1, entryId: 5, counts: { Bales: 7, [LOADS]: 2 } },
      { customerId: 2, entryId: 7 },
    ]);
    expect(joinRun({ id: 77, startedAt: at(0), ...CREW }, [entry(6, 2, 2)], 1, 0).stops).toMatchObject([{ entryId: null, spans: [] }]);
  });
});

test('temporary ids give way to real ones everywhere', () => {
  const state = withStop(startRun(-1, { ...CREW, implementId: -2 }, [{ customerId: -3, jobId: -4 }], at(0)), 0, { entryId: -5 });
  expect(withRealIds(state, (id) => Math.abs(id))).toMatchObject({
    runId: 1,
    crew: { implementId: 2 },
    stops: [{ customerId: 3, jobId: 4, entryId: 5 }],
  });
});
