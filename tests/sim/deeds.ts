import { markOf } from '#tests/sim/asks.ts';
import type { Desk } from '#tests/sim/desks.ts';
import { Failovers } from '#tests/sim/failovers.ts';
import { Growth } from '#tests/sim/growth.ts';
import { type Leaning, leaningOf, type Missing, USUAL } from '#tests/sim/leanings.ts';
import { removeEntry, updateEntry } from '#tests/sim/model-entries.ts';
import { findStored, removeJob, removePlain, setLevel, updateJob, updatePlain } from '#tests/sim/model-records.ts';
import type { Backup, ModelRow } from '#tests/sim/model-state.ts';
import { Oracle } from '#tests/sim/oracle.ts';
import { People } from '#tests/sim/people.ts';
import { furnishServer, OFFICE, ORGS, USERS } from '#tests/sim/scene.ts';
import { type Keeping, World } from '#tests/sim/world.ts';
import type { Device } from '#tests/sim/world-state.ts';

const DAY = 86_400_000;

/** The scene of one schedule, and what can happen in it. */
export class Deeds {
  readonly world: World;
  readonly oracle: Oracle;
  readonly people: People;
  protected readonly growth: Growth | null;
  private readonly failovers: Failovers;
  private backup: Backup | null = null;
  private backedUpAt = 0;
  /** Nothing goes wrong but that people meet. */
  protected readonly isStill: boolean;
  /** Most schedules are short, so that there can be many; some are long and in two organizations. */
  protected readonly isLong: boolean;
  protected readonly orgs: readonly number[];
  protected readonly leaning: Leaning;

  constructor(seed: number, missing: ReadonlySet<Missing>, isTraced: boolean, keeping?: Keeping) {
    this.world = new World(seed, isTraced, keeping);
    furnishServer(this.world.server);
    this.oracle = new Oracle(this.world);
    this.people = new People(this.world, this.oracle);
    this.failovers = new Failovers(this.world, this.oracle, seed, missing.has('settling'));
    this.leaning = leaningOf(missing);
    this.isStill = this.world.dice.isHit(0.1);
    this.isLong = this.world.dice.isHit(0.2);
    this.orgs = this.isLong ? ORGS : [1];
    for (const name of ['D1', 'D2']) {
      this.world.addDevice(name, seed % 16 === 0);
    }
    this.growth = this.world.whims.isHit(missing.has('lacking-kinds') ? 1 : 0.12) ? new Growth(this.world) : null;
  }

  protected signIn(device: Device, userId: number): Desk {
    this.giveSession(device, userId);
    return this.people.open(device, userId);
  }

  private giveSession(device: Device, userId: number): void {
    const { dice, server } = this.world;
    const token = `${device.name}-${userId}-${dice.below(1e9)}`;
    server.sessions.set(token, userId);
    device.token = token;
  }

  /** Who is signed in on the device, by the server. */
  private userOn({ token }: Device): number | null {
    return token === null ? null : (this.world.server.sessions.get(token) ?? null);
  }

  protected act(): void {
    const { world, people } = this;
    const { dice } = world;
    const desks = people.alive();
    const desk = desks.length === 0 ? this.signIn(dice.pick(world.devices), dice.pick(USERS)) : dice.pick(desks);
    const orgId = this.isLong && dice.isHit(0.25) ? 2 : 1;
    if (this.failovers.step()) {
      // Perhaps of what is lost now.
      this.backup = null;
    }
    if (this.growth && world.whims.isHit(0.3)) {
      this.growth.step(orgId);
    }
    const deed = dice.weighed({ ...USUAL, ...this.leaning.deeds });
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
          people.open(device, this.userOn(device), dice.isHit(0.3));
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
          device.offset +=
            dice.pick([-1, 1]) * dice.pick([5000, 3_600_000, DAY, this.backup === null && !this.failovers.mayBe ? 365 * DAY : DAY]);
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
        this.backedUpAt = world.now;
        world.say(() => 'a backup is made');
        return;
      case 'restore':
        // Devices offer again what they sent in the last 30 days: nobody restores anything older.
        if (this.backup !== null && world.now - this.backedUpAt < 20 * DAY) {
          this.oracle.forget(server.restore(this.backup));
          this.failovers.begin();
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
    this.giveSession(device, next);
    people.signIn(desk, next);
  }

  /** The tab asks who is signed in. */
  private hear(desk: Desk): void {
    const { world, people } = this;
    const { tab } = desk;
    let userId = this.userOn(tab.device);
    if (userId === null) {
      userId = tab.userId ?? world.dice.pick(USERS);
      this.giveSession(tab.device, userId);
    }
    people.signIn(desk, userId);
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

  /** The office says which job it was. */
  private putOnJob(orgId: number, { id, ...entry }: ModelRow): void {
    const doing = this.world.server.office(orgId, OFFICE);
    const open = [...doing.org.tables.jobs.values()].filter(({ row, isDeleted }) => !isDeleted && row['status'] === 'open');
    const job = this.world.whims.pick(open).row;
    this.oracle.noteMove(markOf('jobEntries', entry) ?? '', markOf('jobs', job));
    updateEntry(doing, id, { jobId: job.id });
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
    } else if (store === 'jobs' && row['isPlaceholder'] === true) {
      updateJob(doing, row.id, { name: `p${n}` });
    } else if (store === 'jobs') {
      const body = dice.isHit(0.6) ? { status: dice.pick(['open', 'completed', 'billed']) } : { name: `${markOf(store, row)}|o${n}` };
      updateJob(doing, row.id, body);
    } else if (jobOf?.row['isPlaceholder'] === true && world.whims.isHit(0.6)) {
      this.putOnJob(orgId, row);
    } else if (!findStored(doing.org, 'jobEntries', row.id).isDeleted) {
      const body = dice.isHit(0.3)
        ? { customFieldValues: { ...(row['customFieldValues'] as object), Bales: n } }
        : { [dice.pick(['totalHours', 'fuel', 'loads'])]: n };
      updateEntry(doing, row.id, body);
    }
    this.oracle.noticeEffects();
  }
}
