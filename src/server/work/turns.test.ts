import { describe, expect, test } from 'vitest';
import { createTurns } from '#server/work/turns.ts';

/** Work that lasts until it is told to end. */
const openWork = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  test('go round-robin among parties: one that asked for twenty does not delay one that asked for one', async () => {
    const turns = createTurns({ atOnce: 1, atOncePerParty: 1, waiting: 100, waitingPerParty: 100 });
    const { begun, work, end } = openWork();
    const much = Array.from({ length: 20 }, (_, place) => turns.run('much', work(`much ${place}`)));
    const little = turns.run('little', work('little'));
    await settle();
    expect(begun).toEqual(['much 0']);
    await end('much 0');
    expect(begun).toEqual(['much 0', 'little']);
    await end('little');
    expect(await little).toBe('little');
    for (let place = 1; place < 20; place += 1) {
      await end(`much ${place}`);
    }
    expect(await Promise.all(much)).toHaveLength(20);
  });

  test('are bounded in total and per party, and a failure frees its turn', async () => {
    const turns = createTurns({ atOnce: 2, atOncePerParty: 1, waiting: 100, waitingPerParty: 100 });
    const { begun, work, end } = openWork();
    const failing = turns.run('a', async () => {
      await work('a 0')();
      throw new Error('it broke');
    });
    const heard = failing.catch((error: unknown) => String(error));
    const rest = [turns.run('a', work('a 1')), turns.run('b', work('b 0')), turns.run('c', work('c 0'))];
    await settle();
    expect(begun).toEqual(['a 0', 'b 0']);
    await end('a 0');
    expect(await heard).toBe('Error: it broke');
    expect(begun).toEqual(['a 0', 'b 0', 'c 0']);
    await end('b 0');
    expect(begun).toEqual(['a 0', 'b 0', 'c 0', 'a 1']);
    await end('a 1');
    await end('c 0');
    expect(await Promise.all(rest)).toEqual(['a 1', 'b 0', 'c 0']);
  });

  test('are refused with 429 if too many wait, of one party or in total', async () => {
    const turns = createTurns({ atOnce: 1, atOncePerParty: 1, waiting: 3, waitingPerParty: 2 });
    const release = await turns.take('a');
    const waiting = [turns.take('a'), turns.take('a')];
    await expect(turns.take('a')).rejects.toMatchObject({ code: 'too_many', retryAfterSeconds: 10 });
    const other = turns.take('b');
    await expect(turns.take('c')).rejects.toMatchObject({ code: 'too_many' });
    release();
    release();
    (await other)();
    for (const each of waiting) {
      (await each)();
    }
    (await turns.take('c'))();
  });
});
