import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceClock } from '#client/offline/browser/clock.ts';
import { listenLive, type Live, type Surroundings } from '#client/offline/browser/live.ts';

/** An EventSource that does what the test says. */
class FakeSource extends EventTarget {
  readonly CLOSED = 2;
  readyState = 0;
  readonly open = (): void => {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  };
  readonly say = (data: string): void => {
    this.dispatchEvent(new MessageEvent('seq', { data }));
  };
  /** The connection breaks: the browser tries again by itself. */
  readonly lose = (): void => {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  };
  /** An answer that is not a stream: the browser gives up. */
  readonly refuse = (): void => {
    this.readyState = 2;
    this.dispatchEvent(new Event('error'));
  };
  readonly close = (): void => {
    this.readyState = 2;
  };
}

const page = { visible: true, online: true, status: 200 as number | null };
let sources: FakeSource[];
let asked: number;
let changed: () => void;
let heard: string[];
let live: Live;

const surroundings: Surroundings = {
  isVisible: () => page.visible,
  isOnline: () => page.online,
  watch: (onChange) => {
    changed = onChange;
    return () => {
      changed = () => undefined;
    };
  },
  open: (path) => {
    expect(path).toBe('/api/live');
    const source = new FakeSource();
    sources.push(source);
    return source as unknown as EventSource;
  },
  status: async () => {
    asked += 1;
    return page.status;
  },
};

const last = (): FakeSource => sources.at(-1) as FakeSource;
const be = (state: Partial<typeof page>): void => {
  Object.assign(page, state);
  changed();
};
const start = (): void => {
  live = listenLive(
    {
      onSeq: ({ organizationId, seq }) => heard.push(`${organizationId}:${seq}`),
      onOpen: () => heard.push('open'),
      onClosed: () => heard.push('closed'),
      onSignedOut: () => heard.push('signed out'),
    },
    surroundings,
  );
};
const refuse = async (): Promise<void> => {
  last().refuse();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { visible: true, online: true, status: 200 });
  [sources, asked, heard] = [[], 0, []];
  start();
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

test('it reports openings and numbers, and ignores what it does not know', () => {
  last().open();
  last().say('{"organizationId":1,"seq":42}');
  for (const strange of ['', 'null', '{"organizationId":"1","seq":42}', '{"seq":4}', '<html>']) {
    last().say(strange);
  }
  last().say('{"organizationId":2,"seq":7,"more":true}');
  expect(heard).toEqual(['open', '1:42', '2:7']);
});

test('a connection that breaks is left to the browser, and reported once', () => {
  last().open();
  last().lose();
  last().lose();
  last().open();
  expect([sources.length, asked, heard]).toEqual([1, 0, ['open', 'closed', 'open']]);
});

test('it keeps listening for 30 seconds in the background, then closes until the page is visible', () => {
  last().open();
  be({ visible: false });
  vi.advanceTimersByTime(29_999);
  be({ visible: true });
  vi.advanceTimersByTime(60_000);
  expect([sources.length, last().readyState]).toEqual([1, 1]);
  be({ visible: false });
  vi.advanceTimersByTime(30_000);
  expect([sources.length, last().readyState, heard]).toEqual([1, 2, ['open', 'closed']]);
  be({ visible: true });
  expect(sources).toHaveLength(2);
});

test('a page that starts hidden or offline begins to listen when it is neither', () => {
  live.stop();
  sources = [];
  Object.assign(page, { visible: false, online: false });
  start();
  be({ visible: true });
  expect(sources).toHaveLength(0);
  be({ online: true });
  expect(sources).toHaveLength(1);
  be({ online: false });
  expect(last().readyState).toBe(2);
});

test('a session that has ended is reported; a server without live events is not', async () => {
  page.status = 404;
  await refuse();
  live.again();
  page.status = 401;
  await refuse();
  expect(heard).toEqual(['signed out']);
});

test.each([401, 404])('%i is final until the next sign-in', async (status) => {
  page.status = status;
  await refuse();
  await vi.advanceTimersByTimeAsync(3_600_000);
  be({ visible: false });
  be({ visible: true });
  expect([sources.length, asked]).toEqual([1, 1]);
  live.again();
  expect(sources).toHaveLength(2);
});

test.each([502, 200, null])('%s is tried again, more slowly each time, at most every five minutes', async (status) => {
  page.status = status;
  const waits: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const before = sources.length;
    await refuse();
    let waited = 0;
    while (sources.length === before && waited < 1_000) {
      await vi.advanceTimersByTimeAsync(1_000);
      waited += 1;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  last().open();
  await refuse();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sources).toHaveLength(11);
});

test('a page that becomes visible again does not wait', async () => {
  page.status = 502;
  await refuse();
  be({ visible: false });
  be({ visible: true });
  expect(sources).toHaveLength(2);
});

test('after the stop nothing happens any longer, not even what was in progress', async () => {
  last().open();
  last().refuse();
  live.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  changed();
  expect([sources.length, heard]).toEqual([1, ['open', 'closed']]);
});

test('the clock sleeps as long as asked, or until it is woken', async () => {
  const ended: string[] = [];
  const waker = new AbortController();
  void deviceClock.sleep(1_000, new AbortController().signal).then(() => ended.push('slept'));
  void deviceClock.sleep(5_000, waker.signal).then(() => ended.push('woken'));
  void deviceClock.sleep(5_000, AbortSignal.abort()).then(() => ended.push('at once'));
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).toEqual(['at once']);
  waker.abort();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['at once', 'woken', 'slept']);
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(1234);
  expect(deviceClock.now()).toBe(1234);
});
