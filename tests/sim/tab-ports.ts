import type { ChangesPage } from '#shared/domain/changes.ts';
import type { Answer, Net, Ports, Storage, Tx, WireRequest } from '#client/offline/engine/ports.ts';
import type { StoreName } from '#client/offline/storage/stores.ts';
import { said, writesIn } from '#tests/sim/batches.ts';
import type { ModelAnswer } from '#tests/sim/model-requests.ts';
import { NEW_KIND } from '#tests/sim/scene.ts';
import type { SeededRandom } from '#tests/sim/seeded-random.ts';
import type { World } from '#tests/sim/world.ts';
import type { Asked, TabState } from '#tests/sim/world-state.ts';

const storageOf = (world: World, tab: TabState): Storage => {
  const run = <T>(mode: 'read' | 'write', stores: readonly StoreName[], work: (tx: Tx) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (tab.isDead) {
        return;
      }
      let finish = (): void => undefined;
      const asked: Asked = {
        tab,
        mode,
        state: 'waiting',
        start: () => {
          const transaction = tab.device.begin(stores, mode);
          const settled = (state: 'done' | 'failed', end: () => void): void => {
            asked.state = state;
            finish = end;
            if (mode === 'read') {
              transaction.close();
              end();
            }
          };
          work(transaction.tx).then(
            (result) => settled('done', () => resolve(result)),
            (error: unknown) => settled('failed', () => reject(error instanceof Error ? error : new Error(String(error)))),
          );
          return transaction;
        },
        end: (outcome) => {
          if (asked.state === 'failed' || outcome === 'commit') {
            finish();
          } else {
            const name = outcome === 'quota' ? 'QuotaExceededError' : 'UnknownError';
            reject(new DOMException('The simulation broke off the transaction.', name));
          }
        },
      };
      tab.device.transactions.push(asked);
    });
  return {
    isOutdated: () => tab.isOutdated,
    read: (stores, work) => run('read', stores, work),
    write: (stores, work) => run('write', stores, work),
  };
};

const NONE: Answer = { kind: 'none' };

const LARGEST_ID = 2_147_483_647;

/** I6: no request names what only this device knows. */
const requireKnownNames = (world: World, tab: TabState, request: WireRequest): void => {
  for (const one of said(request)) {
    requireKnownNamesIn(world, tab, one);
  }
};

const requireKnownNamesIn = (world: World, tab: TabState, { path, body }: WireRequest): void => {
  const isTemporary = (digits: string): boolean => Number(digits) > LARGEST_ID;
  if ((path.match(/\/\d+(?![0-9a-f])/g) ?? []).some((part) => isTemporary(part.slice(1)))) {
    world.fail('I6', `${tab.name} asks for ${path}`);
  }
  if (typeof body === 'string') {
    const temporary = (body.match(/(?<![0-9a-f])\d{12,}(?![0-9a-f])/g) ?? []).some(isTemporary);
    if (temporary || body.includes('"blob:')) {
      world.fail('I6', `${tab.name} sends ${path} ${body}`);
    }
  }
};

/** I3: a tab never sends for a user who has not signed in there. */
const requireOwnName = (world: World, tab: TabState, { path, headers }: WireRequest): void => {
  const userId = headers['x-op-user'];
  if (userId !== undefined && !tab.users.has(Number(userId))) {
    world.fail('I3', `${tab.name} asks for ${path} as user ${userId}, who never signed in there`);
  }
};

const keyOf = ({ headers }: WireRequest): string | undefined => headers['Idempotency-Key'] ?? headers['idempotency-key'];

/** The keys of the changes that a request is about. */
const keysOf = (request: WireRequest): string[] => (isFileOrRead(request) ? [] : said(request).flatMap((one) => keyOf(one) ?? []));

const isFileOrRead = ({ method }: WireRequest): boolean => method === 'GET' || method === 'PUT';

/** An answer from someone else on the way: a hotel's page, a proxy, a stranger's server. It never knows our key. */
const strangersAnswer = (world: World): Answer => {
  const { random } = world;
  const kind = random.weighted({ page: 3, json: 2, gateway: 3, refusal: 2 });
  const headers = { 'content-type': kind === 'json' ? 'application/json' : 'text/html' };
  if (kind === 'page') {
    return { kind: 'answer', status: random.pick([200, 200, 201, 204, 511]), json: undefined, isJson: false, headers };
  }
  if (kind === 'json') {
    return {
      kind: 'answer',
      status: random.pick([200, 201]),
      json: random.pick([{ id: 1, version: 1 }, {}, [], null]),
      isJson: true,
      headers,
    };
  }
  const status = kind === 'gateway' ? random.pick([500, 502, 503, 504]) : random.pick([400, 401, 403, 404, 407, 409, 410, 412, 422, 429]);
  return {
    kind: 'answer',
    status,
    json: random.isHit(0.5) ? { detail: 'No.', code: 'not_found' } : undefined,
    isJson: random.isHit(0.5),
    headers,
  };
};

/** The answer to a batch without those to some of its writes. */
const inPart = (answer: ModelAnswer, random: SeededRandom): ModelAnswer => {
  const { answers } = Object(answer.json) as { readonly answers?: readonly object[] };
  return answers ? { ...answer, json: { answers: answers.filter(() => random.isHit(0.6)) } } : answer;
};

const busyAnswer = (world: World, key: string | undefined): ModelAnswer => {
  const status = world.random.pick([500, 500, 503, 429, 408]);
  const headers: Record<string, string> = { 'x-server-epoch': String(world.server.epoch), 'content-type': 'application/problem+json' };
  if (key !== undefined) {
    headers['idempotency-key'] = key;
  }
  if ((status === 503 || status === 429) && world.random.isHit(0.5)) {
    headers['retry-after'] = String(world.random.pick([1, 5, 60]));
  }
  return { kind: 'answer', status, json: { code: status === 500 ? 'internal' : 'unavailable', detail: 'Later.' }, isJson: true, headers };
};

/** What an old app makes of an answer with all kinds of records: it drops the new one and keeps nothing of it. */
const asOldApp = ({ path }: WireRequest, answer: ModelAnswer): ModelAnswer => {
  const { json } = answer as { readonly json?: Partial<Pick<ChangesPage, 'upserts' | 'deletes'>> };
  if (path.split('?')[0]?.endsWith(`/${NEW_KIND}`)) {
    return { ...answer, status: 200, json: [] };
  }
  return json?.upserts && json.deletes
    ? { ...answer, json: { ...json, upserts: { ...json.upserts, [NEW_KIND]: [] }, deletes: { ...json.deletes, [NEW_KIND]: [] } } }
    : answer;
};

const netOf = (world: World, tab: TabState): Net => {
  const { random } = world;
  const { device } = tab;
  const came = (request: WireRequest, token: string | null): ModelAnswer => {
    const writes = writesIn(request);
    if (writes && random.isHit(world.mishaps.doneInPart)) {
      world.server.doAtMost = random.below(writes.length + 1);
    }
    const answer = world.server.handle(request, token);
    world.say(
      () =>
        `  server: ${request.method} ${request.path} ${typeof request.body === 'string' ? request.body : ''} -> ${answer.status} ${JSON.stringify(answer.json)?.slice(0, 200)}`,
    );
    world.tell(device, request, answer);
    return device.isOldApp || tab.isOutdated ? asOldApp(request, answer) : answer;
  };
  const fate = (request: WireRequest): Answer | { readonly reached: true; readonly answer: ModelAnswer } => {
    const { mishaps } = world;
    if (device.weather === 'off') {
      return NONE;
    }
    if (device.weather === 'captive') {
      return strangersAnswer(world);
    }
    const token = device.token;
    const bad = device.weather === 'flaky' ? 4 : 1;
    if (random.isHit(mishaps.lostRequest * bad)) {
      return NONE;
    }
    if (random.isHit(mishaps.stranger * bad)) {
      return strangersAnswer(world);
    }
    if (!writesIn(request) && world.stumblesOver(keyOf(request))) {
      return { ...busyAnswer(world, keyOf(request)), status: 500 };
    }
    if (device.weather === 'broken' || random.isHit(mishaps.busy * bad)) {
      return busyAnswer(world, keyOf(request));
    }
    if (request.method !== 'GET' && random.isHit(mishaps.late * bad)) {
      world.late.push({ device, request, token });
      return NONE;
    }
    const answer = came(request, token);
    if (request.method !== 'GET' && random.isHit(mishaps.twice)) {
      world.late.push({ device, request, token });
    }
    if (random.isHit(mishaps.lostAnswer * bad)) {
      return random.isHit(0.7) ? NONE : strangersAnswer(world);
    }
    if (writesIn(request) && random.isHit(mishaps.toldInPart * bad)) {
      return { reached: true, answer: inPart(answer, random) };
    }
    if (random.isHit(mishaps.cutShort * bad)) {
      return { reached: true, answer: { ...answer, json: undefined, isJson: false } };
    }
    return { reached: true, answer };
  };
  return {
    send: (request) =>
      new Promise((resolve) => {
        if (tab.isDead) {
          return;
        }
        requireKnownNames(world, tab, request);
        requireOwnName(world, tab, request);
        const keys = keysOf(request);
        for (const key of keys) {
          const others = device.tabs.some(({ underWay }) => (underWay.get(key) ?? 0) > 0);
          if (others && !device.hadTheft) {
            world.fail('I7', `${tab.name} sends ${key} while it is under way`);
          }
          tab.underWay.set(key, (tab.underWay.get(key) ?? 0) + 1);
        }
        const back = (answer: Answer): void => {
          for (const key of keys) {
            tab.underWay.set(key, (tab.underWay.get(key) ?? 1) - 1);
          }
          resolve(answer);
        };
        world.push(
          tab,
          () => `${tab.name} sends ${request.method} ${request.path} ${keys.join(' ')}`,
          () => {
            const now = fate(request);
            const answer = 'reached' in now ? now.answer : now;
            world.push(
              tab,
              () =>
                `${tab.name} hears ${answer.kind === 'none' ? 'nothing' : `${answer.status}${'reached' in now ? '' : ' of a stranger'}`} to ${request.path}`,
              () => back(answer),
            );
          },
        );
      }),
  };
};

/** All ports of one tab of one device; each answer comes when the world's random steps say so. */
export const portsOf = (world: World, tab: TabState): Ports => {
  const { device } = tab;
  let uuids = 0;
  return {
    clock: {
      now: () => world.now + device.offset,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) {
            resolve();
            return;
          }
          const end = (): void => {
            signal.removeEventListener('abort', end);
            resolve();
          };
          signal.addEventListener('abort', end);
          world.timers.push({ tab, at: world.now + ms, ring: end });
        }),
    },
    random: {
      uuid: () => {
        uuids += 1;
        return `${tab.name}-${uuids}`;
      },
      fraction: () => world.random.fraction(),
    },
    storage: storageOf(world, tab),
    net: netOf(world, tab),
    locks: {
      run: (name, work) =>
        new Promise((resolve, reject) => {
          if (tab.isDead) {
            return;
          }
          const lock = device.locks.get(name) ?? { holder: null, waiting: [] };
          device.locks.set(name, lock);
          lock.waiting.push({
            tab,
            grant: (stolen) => {
              const free = (): void => {
                if (lock.holder?.stolen === stolen) {
                  lock.holder = null;
                  world.grant(lock);
                }
              };
              work(stolen as AbortSignal)
                .finally(free)
                .then(resolve, (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))));
            },
          });
          world.grant(lock);
        }),
    },
    bus: {
      post: (event) => {
        // The engine itself listens to one kind only, and may miss any.
        for (const other of event.kind === 'queue' ? device.tabs : []) {
          if (other.listeners.size > 0 && world.random.isHit(0.05)) {
            world.push(
              other,
              () => `${other.name} is told ${event.kind}`,
              () => other.listeners.forEach((listener) => listener(event)),
            );
          }
        }
      },
      listen: (listener) => {
        tab.listeners.add(listener);
        return () => tab.listeners.delete(listener);
      },
    },
    session: { userId: () => tab.userId },
    isOnline: () => device.weather !== 'off',
    userAgent: device.name,
  };
};
