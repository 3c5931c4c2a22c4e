import { type Bomb, inParallel } from './bomb.ts';
import { type Caller, firstStatus, statusIn } from './caller.ts';

const held = (
  name: string,
  counts: readonly [full: number, quick: number],
  level: 'nobody' | 'basic',
  send: (caller: Caller) => string,
): Bomb => ({
  name,
  isOnce: true,
  run: async (attack) => {
    const caller = await attack.caller(level);
    const count = attack.scaled(...counts);
    await inParallel(count, count, async () => {
      const socket = caller.open();
      socket.on('data', (bytes: Buffer) => attack.count(statusIn(bytes)));
      socket.write(send(caller));
      await attack.hold(10_000);
      socket.destroy();
    });
  },
});

/** Attacks by way of connections. */
export const CONNECTION_BOMBS: readonly Bomb[] = [
  held('1,000 connections that say nothing', [1_000, 10], 'nobody', () => ''),
  held('1,000 heads without an end', [1_000, 10], 'nobody', () => 'GET /api/health HTTP/1.1\r\nX-Slow: '),
  held(
    '500 bodies without an end',
    [500, 10],
    'nobody',
    ({ headOf }) => `${headOf('POST', '/api/login', { 'content-length': '9000' })}{"email":"`,
  ),
  held(
    '500 entries without an end',
    [500, 10],
    'basic',
    ({ headOf }) => `${headOf('POST', '/api/organizations', { 'content-length': '9000' })}{"name":"`,
  ),
  {
    name: '5,000 requests on one connection, none waited for',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      const socket = caller.open();
      const head = caller.headOf('GET', `/api/organizations/${attack.organizationId}/customers`);
      socket.on('data', (bytes: Buffer) => {
        if (bytes.subarray(0, 5).toString('latin1') === 'HTTP/') {
          attack.count(statusIn(bytes));
        }
      });
      socket.write(head.repeat(attack.scaled(5_000, 50)));
      await attack.hold(5_000);
      socket.destroy();
    },
  },
  {
    name: '2,000 requests of 14 kB of headers, 50 at once',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      const headers = Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`x-header-${place}`, 'x'.repeat(50)]));
      await inParallel(attack.scaled(2_000, 20), 50, () => attack.strike(caller, 'GET', '/api/account', undefined, headers));
    },
  },
  {
    name: '1,000 connections of noise',
    run: async (attack) => {
      const caller = await attack.caller('nobody');
      await inParallel(attack.scaled(1_000, 20), 50, async () =>
        attack.count(await firstStatus(caller, '\u0016\u0003\u0001 no HTTP at all\r\n\r\n\r\n')),
      );
    },
  },
  {
    name: '5,000 addresses that do not exist, 100 at once',
    run: async (attack) => {
      const caller = await attack.caller('nobody');
      await inParallel(attack.scaled(5_000, 40), 100, (number) =>
        attack.strike(caller, 'GET', number % 2 === 0 ? `/assets/${'%2e%2e%2f'.repeat(20)}${number}` : `/api/${'a/'.repeat(500)}${number}`),
      );
    },
  },
];
