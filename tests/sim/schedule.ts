import type { SyncItem } from '#client/offline/item.ts';
import type { Protection } from '#client/offline/protections.ts';
import { copyInto, type MemoryDatabase, peek, rowsOf } from '#tests/sim/memory-storage.ts';
import {
  findStored,
  removeEntry,
  removeJob,
  removePlain,
  setLevel,
  updateEntry,
  updateJob,
  updatePlain,
} from '#tests/sim/model-records.ts';
import type { Backup } from '#tests/sim/model-state.ts';
import { markOf, Oracle } from '#tests/sim/oracle.ts';
import { type Desk, People } from '#tests/sim/people.ts';
import { furnishServer, OFFICE, ORGS, USERS } from '#tests/sim/scene.ts';
import { type Device, type Keeping, type Mishaps, Violation, World } from '#tests/sim/world.ts';

export interface Result {
  readonly seed: number;
  readonly violation: Violation | null;
  readonly trace: readonly string[];
  readonly steps: number;
  /** Changes that were called saved. */
  readonly kept: number;
}

const LIKELY: Mishaps = {
  crash: 0.008,
  quota: 0.01,
  connection: 0.01,
  lostRequest: 0.06,
  lostAnswer: 0.12,
  late: 0.06,
  twice: 0.06,
  stranger: 0.05,
  busy: 0.05,
  cutShort: 0.1,
  serverBug: 0.04,
};

const DAY = 86_400_000;

/** All that one schedule does, from its seed alone. */
class Schedule {
  readonly world: World;
  readonly oracle: Oracle;
  readonly people: People;
  private backup: Backup | null = null;
  private steps = 0;
  /** Nothing goes wrong but that people meet. */
  private readonly isStill: boolean;
  /** Most schedules are short, so that there can be many; some are long and in two organizations. */
  private readonly isLong: boolean;
  private readonly orgs: readonly number[];

  constructor(seed: number, off: ReadonlySet<Protection>, isTraced: boolean, keeping?: Keeping) {
    this.world = new World(seed, isTraced, keeping);
    furnishServer(this.world.server);
    this.oracle = new Oracle(this.world);
    this.people = new People(this.world, this.oracle, off);
    this.isStill = this.world.dice.isHit(0.1);
    this.isLong = this.world.dice.isHit(0.2);
    this.orgs = this.isLong ? ORGS : [1];
    for (const name of ['D1', 'D2']) {
      this.world.addDevice(name, seed % 16 === 0);
    }
  }

  async run(): Promise<number> {
    const { world, people } = this;
    const { dice } = world;
    for (const device of world.devices) {
      const userId = dice.pick(USERS);
      if (!this.isLong || !dice.isHit(0.3)) {
        copyInto(device.db, await visited(userId));
      }
      if (dice.isHit(0.06)) {
        people.leaveOldChanges(device, userId);
      }
      const desk = this.signIn(device, userId);
      if (dice.isHit(0.35)) {
        people.open(device, userId, dice.isHit(0.3));
      }
      world.say(() => `${desk.tab.name} is the first`);
    }
    await this.quiet(400);
    for (const desk of people.alive()) {
      if (dice.isHit(0.3)) {
        people.sync(desk, this.orgs);
      }
    }
    await this.quiet(600);
    world.mishaps = this.isStill
      ? { ...world.mishaps }
      : (Object.fromEntries(Object.entries(LIKELY).map(([name, often]) => [name, dice.isHit(0.5) ? often : 0])) as unknown as Mishaps);
    world.say(() => `--- storm: ${JSON.stringify(world.mishaps)}`);
    for (let left = this.isLong ? 12 + dice.below(30) : 5 + dice.below(10); left > 0; left -= 1) {
      this.act();
      await this.go(dice.below(dice.isHit(0.2) ? 60 : 14));
    }
    await this.heal();
    return this.steps;
  }

  /** Some of what can happen happens. */
  private async go(steps: number): Promise<void> {
    for (let left = steps; left > 0; left -= 1) {
      if (!(await this.one())) {
        return;
      }
    }
  }

  private async one(): Promise<boolean> {
    const { world, people } = this;
    const isMoved = world.step();
    if (isMoved) {
      this.steps += 1;
      await world.keeping.settled();
    }
    if (world.broken) {
      throw world.broken;
    }
    people.requireNoFailure();
    return isMoved;
  }

  /** Until nothing goes on any more. */
  private async quiet(most: number): Promise<void> {
    for (let left = most; left > 0; left -= 1) {
      if (!(await this.one())) {
        return;
      }
    }
    throw new Violation('I9', `after ${most} steps it still goes on`);
  }

  private signIn(device: Device, userId: number): Desk {
    const { world, people } = this;
    const token = `${device.name}-${userId}-${world.dice.below(1e9)}`;
    world.server.sessions.set(token, userId);
    device.token = token;
    return people.open(device, userId);
  }

  private act(): void {
    const { world, people } = this;
    const { dice } = world;
    const desks = people.alive();
    const desk = desks.length === 0 ? this.signIn(dice.pick(world.devices), dice.pick(USERS)) : dice.pick(desks);
    const orgId = this.isLong && dice.isHit(0.25) ? 2 : 1;
    const deed = dice.weighed({
      make: 9,
      change: 9,
      sync: 8,
      drain: 3,
      pull: 2,
      attend: 4,
      reconsider: 1.5,
      office: 4,
      weather: 2,
      time: 3,
      crash: 1,
      tab: 1.5,
      user: 0.8,
      hear: 1,
      clock: 0.6,
      late: 3,
      theft: 0.7,
      membership: 0.7,
      backup: 0.4,
      restore: 0.25,
      sweep: 0.2,
      session: 0.4,
    });
    switch (deed) {
      case 'make':
        people.make(desk, orgId);
        return;
      case 'change':
        people.change(desk, orgId);
        return;
      case 'sync':
        people.sync(desk, this.orgs);
        return;
      case 'drain':
        people.sync(desk, []);
        return;
      case 'pull':
        people.sync(desk, [orgId], false);
        return;
      case 'attend': {
        const parked = people.parked(desk);
        if (parked.length > 0) {
          people.attend(desk, dice.pick(parked), false);
        }
        return;
      }
      case 'reconsider':
        people.reconsider(desk);
        return;
      case 'office':
        this.office(orgId);
        return;
      case 'late':
        if (world.late.length > 0) {
          world.arrive();
        }
        return;
      default:
        this.strike(deed, desk, orgId);
    }
  }

  private strike(deed: string, desk: Desk, orgId: number): void {
    const { world, people } = this;
    const { dice, server } = world;
    const { tab } = desk;
    const { device } = tab;
    switch (deed) {
      case 'weather':
        device.weather = dice.pick(['fine', 'fine', 'flaky', 'off', 'captive', 'broken'] as const);
        world.say(() => `weather of ${device.name}: ${device.weather}`);
        return;
      case 'time':
        world.pass(dice.pick([1000, 30_000, 600_000, 7 * 3_600_000, dice.isHit(0.1) ? 20 * DAY : 1000]));
        world.say(() => 'time passes');
        return;
      case 'crash':
        if (!this.isStill) {
          world.crash(tab);
        }
        return;
      case 'tab':
        if (device.tabs.length < 2) {
          people.open(device, device.token === null ? null : (server.sessions.get(device.token) ?? null), dice.isHit(0.3));
        }
        return;
      case 'user':
        this.changeUser(desk);
        return;
      case 'hear':
        this.hear(desk);
        return;
      case 'clock':
        if (!this.isStill) {
          device.offset += dice.pick([-1, 1]) * dice.pick([5000, 3_600_000, DAY, this.backup === null ? 365 * DAY : DAY]);
          world.say(() => `the clock of ${device.name} is off by ${device.offset}`);
        }
        return;
      case 'theft':
        if (!this.isStill) {
          world.steal(device);
        }
        return;
      case 'membership':
        this.changeMembership(orgId);
        return;
      case 'backup':
        this.backup = server.backUp();
        world.say(() => 'a backup is made');
        return;
      case 'restore':
        if (this.backup !== null) {
          this.oracle.forget(server.restore(this.backup));
          world.say(() => `the backup is restored: epoch ${server.epoch}`);
        }
        return;
      case 'sweep':
        server.sweepPhotos();
        world.pass(31 * DAY);
        server.sweepPhotos();
        return;
      case 'session':
        if (device.token !== null) {
          server.sessions.delete(device.token);
          world.say(() => `the session of ${device.name} ends`);
        }
    }
  }

  /** Another one signs in on the device; other tabs do not know yet. */
  private changeUser(desk: Desk): void {
    const { world, people } = this;
    const { tab } = desk;
    const { device } = tab;
    const next = USERS.find((id) => id !== tab.userId) ?? 1;
    world.say(() => `${tab.name}: user ${String(tab.userId)} leaves, user ${next} signs in on ${device.name}`);
    people.run(desk.engine.signedOut());
    const token = `${device.name}-${next}-${world.dice.below(1e9)}`;
    world.server.sessions.set(token, next);
    device.token = token;
    people.signIn(desk, next);
  }

  /** The tab asks who is signed in. */
  private hear(desk: Desk): void {
    const { world, people } = this;
    const { tab } = desk;
    const userId = tab.device.token === null ? null : (world.server.sessions.get(tab.device.token) ?? null);
    if (userId === null) {
      const again = tab.userId ?? world.dice.pick(USERS);
      const token = `${tab.device.name}-${again}-${world.dice.below(1e9)}`;
      world.server.sessions.set(token, again);
      tab.device.token = token;
      people.signIn(desk, again);
    } else {
      people.signIn(desk, userId);
    }
    world.say(() => `${tab.name} hears that user ${String(tab.userId)} is signed in`);
  }

  private changeMembership(orgId: number): void {
    const { world } = this;
    const userId = world.dice.pick(USERS);
    const org = world.server.orgOf(orgId);
    const employee = [...org.tables.employees.values()].find(({ row }) => row['userId'] === userId)?.row;
    const level = world.dice.pick([null, 'basic', 'advanced', 'manager', 'manager'] as const);
    if (employee) {
      setLevel(world.server.office(orgId, OFFICE), userId, employee.id, level);
      this.oracle.flips += 1;
      if (level === null) {
        this.oracle.strangers.add(`${orgId}|${userId}`);
      }
      world.say(() => `user ${userId} is ${String(level)} in organization ${orgId}`);
    }
  }

  /** Somebody in the office changes something directly. */
  private office(orgId: number): void {
    const { world } = this;
    const { dice, server } = world;
    const doing = server.office(orgId, OFFICE);
    const store = dice.pick(['customers', 'jobs', 'jobs', 'jobEntries', 'jobEntries'] as const);
    const rows = [...doing.org.tables[store].values()].filter(({ isDeleted }) => !isDeleted);
    if (rows.length === 0) {
      return;
    }
    const { row } = dice.pick(rows);
    const isRemoval = dice.isHit(0.15);
    const n = 1_000_000 + dice.below(1_000_000_000);
    const jobOf = store === 'jobEntries' ? doing.org.tables.jobs.get(row['jobId'] as number) : undefined;
    if ((store === 'jobs' && row['status'] === 'billed' && isRemoval) || (jobOf && jobOf.row['status'] === 'billed')) {
      return;
    }
    world.say(() => `office: ${isRemoval ? 'deletes' : 'changes'} ${store}/${row.id} (${String(markOf(store, row))})`);
    if (isRemoval) {
      const remove = {
        customers: () => removePlain(doing, 'customers', row.id),
        jobs: () => removeJob(doing, row.id),
        jobEntries: () => removeEntry(doing, row.id),
      };
      remove[store]();
    } else if (store === 'customers') {
      updatePlain(doing, store, row.id, { [dice.pick(['address', 'phoneNumber', 'firstName'])]: `o${n}` });
    } else if (store === 'jobs') {
      const body = dice.isHit(0.6) ? { status: dice.pick(['open', 'completed', 'billed']) } : { name: `${markOf(store, row)}|o${n}` };
      updateJob(doing, row.id, body);
    } else if (!findStored(doing.org, 'jobEntries', row.id).isDeleted) {
      const body = dice.isHit(0.3)
        ? { customFieldValues: { ...(row['customFieldValues'] as object), Bales: n } }
        : { [dice.pick(['totalHours', 'fuel', 'loads'])]: n };
      updateEntry(doing, row.id, body);
    }
    this.oracle.noticeEffects();
  }

  /** The network is fine, everybody signs in again, and decides about what was refused. Then nothing may be left, and nothing be amiss. */
  private async heal(): Promise<void> {
    const { world, people, oracle } = this;
    world.say(() => '--- healing');
    world.heal();
    for (const device of world.devices) {
      device.offset = Math.max(0, Math.min(device.offset, 100 * DAY));
    }
    await this.quiet(4000);
    while (world.late.length > 0) {
      world.arrive();
    }
    for (const desk of people.alive()) {
      world.crash(desk.tab);
    }
    for (const device of world.devices) {
      for (const userId of USERS) {
        // What a restored backup has lost is offered again by whoever made it, as soon as he is back.
        const hasLost = world.server.epoch > 1 && rowsOf(device.db, 'sent').some((row) => row.userId === userId);
        if (hasLost || this.leftOf(device, userId).length > 0) {
          await this.healDesk(device, userId);
        }
      }
    }
    const checked = this.isLong ? world.devices : [world.dice.pick(world.devices)];
    for (const device of checked) {
      const viewOf = peek(device.db, 'meta', 'viewOf')?.value;
      const userId = USERS.find((id) => id === viewOf) ?? world.dice.pick(USERS);
      await this.healDesk(device, userId);
      oracle.requireSame(device, userId, this.orgs);
    }
    oracle.requireKept();
  }

  private leftOf(device: Device, userId: number): SyncItem[] {
    return rowsOf(device.db, 'syncQueue').filter((item) => item.userId === userId);
  }

  private async healDesk(device: Device, userId: number): Promise<void> {
    const { world, people } = this;
    const desk = this.signIn(device, userId);
    await this.quiet(4000);
    for (let round = 0; round < 12; round += 1) {
      people.sync(desk, round % 4 === 0 ? this.orgs : []);
      await this.quiet(6000);
      for (const item of people.parked(desk)) {
        people.attend(desk, item, round >= 5);
        await this.quiet(2000);
      }
      if (this.leftOf(device, userId).length === 0) {
        if (round === 0) {
          world.crash(desk.tab);
          return;
        }
        break;
      }
      world.pass(7 * 3_600_000);
    }
    people.sync(desk, this.orgs);
    await this.quiet(6000);
    const left = this.leftOf(device, userId);
    if (left.length > 0) {
      const words = left.map(
        ({ id, operation, store, target, status, reason }) => `${id} ${operation} ${store}/${target} ${status} ${String(reason)}`,
      );
      throw new Violation('I9', `${device.name} cannot send ${words.join('; ')}`);
    }
    world.crash(desk.tab);
  }
}

const copies = new Map<number, MemoryDatabase>();

/** What a device of this user holds that was here before, as the engine itself has filled it. */
const visited = async (userId: number): Promise<MemoryDatabase> => {
  const known = copies.get(userId);
  if (known) {
    return known;
  }
  const world = new World(userId, false);
  furnishServer(world.server);
  const people = new People(world, new Oracle(world), new Set());
  const device = world.addDevice('D0', true);
  device.token = 'token';
  world.server.sessions.set('token', userId);
  const desk = people.open(device, userId);
  const drive = async (): Promise<void> => {
    while (world.step()) {
      await world.keeping.settled();
    }
  };
  await drive();
  people.sync(desk, ORGS);
  await drive();
  // Each device has a name of its own.
  device.db.tables.meta.delete('counters');
  copies.set(userId, device.db);
  return device.db;
};

// Thousands of refusals and broken-off waits are made here, and nobody reads where.
Error.stackTraceLimit = 0;

/** Runs the schedule of a seed; the same seed always does the same. */
export const runSchedule = async (
  seed: number,
  off: ReadonlySet<Protection> = new Set(),
  isTraced = false,
  keeping?: Keeping,
): Promise<Result> => {
  const schedule = new Schedule(seed, off, isTraced, keeping);
  const result = (violation: Violation | null, steps: number): Result => ({
    seed,
    violation,
    steps,
    trace: schedule.world.trace,
    kept: schedule.oracle.asks.filter(({ state }) => state === 'kept').length,
  });
  try {
    return result(null, await schedule.run());
  } catch (error) {
    if (error instanceof Violation) {
      return result(error, 0);
    }
    throw error;
  }
};
