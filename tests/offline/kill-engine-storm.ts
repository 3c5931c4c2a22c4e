import 'fake-indexeddb/auto';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineWithout } from '../sim/bundle.ts';
import type { Protection } from '../sim/mutants.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { askDatabase } from '../kill/check.ts';
import { Violations } from '../kill/figures.ts';
import { postJson, setUp, type Victim, withVictim } from '../kill/victim.ts';
import type { Base } from '../kill/operations.ts';
import { LISTS } from '../support/device-copy.ts';
import { checkConverged, checkMarks, checkRuns, sendEverything } from './kill-engine-check.ts';
import { type Account, Device, type Setting } from './kill-engine-device.ts';
import { type EngineFigures, noEngineFigures } from './kill-engine-figures.ts';
import { Person } from './kill-engine-person.ts';

interface EngineStorm {
  readonly kills: number;
  /** One in this many kills takes the database along. */
  readonly databaseEvery: number;
  readonly devices: number;
  /** The protections that the engines lack. */
  readonly without?: readonly Protection[];
  /** How likely it is that an answer is lost on its way as well, and that a tab ends right after it has kept something. */
  readonly lostAnswers?: number;
  readonly deaths?: number;
  /** How often everything is tried at the end before it counts as stuck. */
  readonly patience?: number;
}

interface Outcome {
  readonly violations: readonly string[];
  readonly figures: EngineFigures;
}

const SHORTEST_MS = 100;
const LONGEST_MS = 600;
const MOST_MS = 8_000;
/** How long one person works on a device before the other signs in there. */
const SHIFT_MS = 6_000;

interface Scene {
  readonly base: Base;
  readonly accounts: readonly Account[];
  readonly sharedEntryId: number;
}

const accountOf = async (url: string, cookie: string): Promise<Account> => {
  const response = await fetch(`${url}/api/auth/user`, { headers: { cookie } });
  return { userId: ((await response.json()) as { id: number }).id, cookie };
};

/** Two people of one organization, and an entry that both change on all devices. */
const setTheScene = async (url: string): Promise<Scene> => {
  const { cookie, base } = await setUp(url);
  const mate = { firstName: 'Ruth', lastName: 'Lind', email: 'ruth@example.com' };
  const employee = { ...mate, isUser: true, accessLevel: 'manager' };
  await postJson(`${url}/api/organizations/${base.orgId}/employees`, employee, cookie);
  const registered = await postJson(`${url}/api/register`, { ...mate, password: 'three words and more' });
  const mateCookie = registered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const entry = { serviceTypeId: base.serviceTypeId, date: '2025-06-14', notes: 'shared' };
  const made = await postJson(`${url}/api/jobs/${base.jobId}/entries`, entry, cookie);
  const sharedEntryId = ((await made.json()) as { id: number }).id;
  return { base, accounts: [await accountOf(url, cookie), await accountOf(url, mateCookie)], sharedEntryId };
};

/** One device, used by its people in turn. */
const workInTurns = async (device: Device, people: readonly Person[], isOver: () => boolean): Promise<void> => {
  for (let turn = 0; !isOver(); turn += 1) {
    const person = people[turn % people.length];
    if (!person) {
      return;
    }
    await device.change(person.account);
    const until = performance.now() + SHIFT_MS * (0.5 + Math.random());
    await person.work(() => isOver() || performance.now() > until);
  }
};

/** Kills the server again and again, each time only after devices have had some answers since. */
const nemesis = async (victim: Victim, { kills, databaseEvery }: EngineStorm, figures: EngineFigures): Promise<void> => {
  for (; figures.kills < kills; figures.kills += 1) {
    // Not forever: a broken engine may have nothing left that it can send.
    for (const [before, began] = [figures.sent, performance.now()]; figures.sent < before + 10 && performance.now() < began + MOST_MS;) {
      await sleep(5);
    }
    await sleep(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
    const withDatabase = figures.kills % databaseEvery === databaseEvery - 1;
    await victim.strike(withDatabase);
    figures.databaseKills += withDatabase ? 1 : 0;
  }
};

const checkPhotos = async (url: string, people: readonly Person[], list: readonly LocalRow[], cookie: string, violations: Violations) => {
  const byMark = new Map(list.map((row) => [String(row['notes']).split(' ')[0] ?? '', row]));
  const sent = people.flatMap(({ records }) => records).filter(({ photo, state }) => photo !== null && state === 'here');
  for (const { photo, marks } of sent) {
    const [name] = (byMark.get(marks[0] ?? '')?.['photos'] ?? []) as string[];
    const response = await fetch(`${url}/api/photos/${name}`, { headers: { cookie } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200 || photo === null || !bytes.equals(photo)) {
      violations.add('a photo is lost', `${marks[0]}: ${response.status}`);
    }
  }
  return sent.length;
};

const rage = async (victim: Victim, storm: EngineStorm): Promise<Outcome> => {
  const { base, accounts, sharedEntryId } = await setTheScene(victim.program.url);
  const [violations, figures] = [new Violations(), noEngineFigures()];
  const createEngine = await engineWithout(...(storm.without ?? []));
  const settingOf = (name: string): Setting => ({
    name,
    orgId: base.orgId,
    url: () => victim.program.url,
    createEngine,
    lostAnswers: storm.lostAnswers ?? 0.03,
    deaths: storm.deaths ?? 0.004,
    figures,
    violations,
  });
  const [first] = accounts;
  if (!first) {
    throw new Error('Nobody can sign in.');
  }
  const devices: Device[] = [];
  for (let number = 0; number < storm.devices; number += 1) {
    devices.push(await Device.open(settingOf(`d${number}`), first));
  }
  const crews = devices.map((device) => accounts.map((account) => new Person(device, account, base, sharedEntryId)));
  const people = crews.flat();
  let isOver = false;
  const working = devices.map((device, number) => workInTurns(device, crews[number] ?? [], () => isOver));
  try {
    await Promise.race([nemesis(victim, storm, figures), Promise.all(working)]);
  } finally {
    isOver = true;
  }
  await Promise.all(working);
  await Promise.all(devices.map((device) => sendEverything(device, accounts, storm.patience ?? 40, violations)));

  const { url } = victim.program;
  const list = async (path: string, cookie: string): Promise<LocalRow[]> =>
    (await (await fetch(`${url}/api/organizations/${base.orgId}/${path}`, { headers: { cookie } })).json()) as LocalRow[];
  await askDatabase(victim.dataDir, async (rows) => {
    await checkMarks(rows, people, sharedEntryId, violations);
    figures.stops = await checkRuns(rows, people, violations);
  });
  for (const device of devices) {
    for (const account of accounts) {
      await checkConverged(device, account, (collection, { cookie }) => list(LISTS[collection], cookie));
    }
    await device.close();
  }
  figures.photos = await checkPhotos(url, people, await list('job-entries', first.cookie), first.cookie, violations);
  return { violations: violations.list(), figures };
};

/** Runs devices with the real engine while the server, sometimes with its database, is killed again and again; then compares everything. */
export const engineStorm = (storm: EngineStorm): Promise<Outcome> => withVictim({}, (victim) => rage(victim, storm));
