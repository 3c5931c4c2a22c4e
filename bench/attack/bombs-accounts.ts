import { type Attack, type Bomb, inParallel } from './bomb.ts';
import { firstStatus } from './caller.ts';

const LISTENERS_EACH = 10;
/** More guesses than are allowed per account and per address. */
const GUESSES = { account: 11, address: 120 };

const signIn = (email: string, password: string): string => JSON.stringify({ email, password });

/** Anonymous requests, each from another address, so that limits by address do not help. */
const flood = (name: string, times: readonly [full: number, quick: number], path: string, body: () => string | undefined): Bomb => ({
  name,
  run: async (attack) => {
    const count = attack.scaled(...times);
    await inParallel(count, 100, async (number) =>
      attack.strike(await attack.caller('nobody', number), body() === undefined ? 'GET' : 'POST', path, body()),
    );
  },
});

const someone = () => `${crypto.randomUUID()}@nowhere.example`;

/** The guesser's colleague sends the right password, and so does the account's owner, from the device they always use. */
const expectDoorsOpen = async (attack: Attack): Promise<void> => {
  const beside = await attack.caller('nobody', 0);
  attack.expect('a colleague at the same address', 200, await beside.send('POST', '/api/login', attack.colleaguesSignIn));
  const owner = await attack.bystander();
  attack.expect('whoever was guessed at', 200, await owner.send('POST', '/api/login', attack.bystandersSignIn));
};

/** Attacks by way of accounts. */
export const ACCOUNT_BOMBS: readonly Bomb[] = [
  {
    name: '27 organizations of one account',
    finding: 'S11',
    isOnce: true,
    run: async (attack) => {
      const caller = await attack.caller('stranger');
      await inParallel(attack.scaled(27, 3), 3, (number) =>
        attack.strike(caller, 'POST', '/api/organizations', JSON.stringify({ name: `Shell ${number}` }), {
          'idempotency-key': crypto.randomUUID(),
        }),
      );
    },
  },
  {
    name: '21 accounts that take all live seats',
    finding: 'S11',
    isOnce: true,
    run: async (attack) => {
      await inParallel(attack.scaled(21, 2) * LISTENERS_EACH, 40, async (number) => {
        const caller = await attack.caller('stranger', Math.floor(number / LISTENERS_EACH));
        attack.count(await firstStatus(caller, caller.headOf('GET', '/api/live')));
      });
      const owner = await attack.bystander();
      const status = await firstStatus(owner, owner.headOf('GET', '/api/live'));
      attack.expect('somebody else’s live numbers', 200, { status, text: '', cookies: '' });
    },
  },
  {
    name: 'sign-in shut by wrong passwords',
    finding: 'S7',
    isOnce: true,
    run: async (attack) => {
      await attack.bystander();
      const guesser = await attack.caller('nobody', 0);
      const { email } = JSON.parse(attack.bystandersSignIn) as { email: string };
      await inParallel(attack.scaled(GUESSES.address, 4), 4, (number) =>
        attack.strike(guesser, 'POST', '/api/login', signIn(number < GUESSES.account ? email : someone(), 'not the password')),
      );
      await expectDoorsOpen(attack);
    },
  },
  flood('400 sign-ins, 100 at once', [400, 6], '/api/login', () => signIn(someone(), 'not the password')),
  flood('300 registrations, 100 at once', [300, 6], '/api/register', () => signIn(someone(), 'acre-of-bent-spanners')),
  flood('1,000 forgotten passwords, 100 at once', [1_000, 6], '/api/password/forgot', () => JSON.stringify({ email: someone() })),
  flood('3,000 passkey options, 100 at once', [3_000, 6], '/api/login/passkey/options', () => '{}'),
  flood('3,000 invitation links guessed, 100 at once', [3_000, 6], '/api/invitations/look', () =>
    JSON.stringify({ token: `1-${crypto.randomUUID()}` }),
  ),
];
