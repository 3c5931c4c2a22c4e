import { markOf } from '#tests/sim/asks.ts';
import type { Session } from '#tests/sim/sessions.ts';
import { Failovers } from '#tests/sim/failovers.ts';
import { Upgrades } from '#tests/sim/upgrades.ts';
import { type Weights, weightsFor, type Missing, USUAL } from '#tests/sim/weights.ts';
import { removeEntry, updateEntry } from '#tests/sim/model-entries.ts';
import { findStored, removePlain, setLevel, updateCustomer, updateJob } from '#tests/sim/model-records.ts';
import { deleteJob } from '#tests/sim/model-runs.ts';
import type { Backup, ModelRow } from '#tests/sim/model-state.ts';
import { Oracle } from '#tests/sim/oracle.ts';
import { RunDrivers } from '#tests/sim/run-drivers.ts';
import { furnishServer, OFFICE, ORGS, USERS } from '#tests/sim/scene.ts';
import { type SimulatedStorage, World } from '#tests/sim/world.ts';
import type { Device } from '#tests/sim/world-state.ts';

const DAY = 86_400_000;

/** The scene of one schedule, and what can happen in it. */
export class Actions {
  readonly world: World;
  readonly oracle: Oracle;
  readonly people: RunDrivers;
  protected readonly upgrades: Upgrades | null;
  private readonly failovers: Failovers;
  private backup: Backup | null = null;
  private backedUpAt = 0;
  /** Nothing goes wrong except conflicts between people. */
  protected readonly isStill: boolean;
  /** Most schedules are short, so that there can be many; some are long and have two organizations. */
  protected readonly isLong: boolean;
  protected readonly orgs: readonly number[];
  protected readonly weights: Weights;

  constructor(seed: number, missing: ReadonlySet<Missing>, isTraced: boolean, storage?: SimulatedStorage) {
    this.world = new World(seed, isTraced, storage);
    furnishServer(this.world.server);
    this.oracle = new Oracle(this.world);
    this.people = new RunDrivers(this.world, this.oracle, seed, missing);
    this.failovers = new Failovers(this.world, this.oracle, seed, missing.has('settling'));
    this.weights = weightsFor(missing);
    this.isStill = this.world.random.isHit(0.1);
    this.isLong = this.world.random.isHit(0.2);
    this.orgs = this.isLong ? ORGS : [1];
    for (const name of ['D1', 'D2']) {
      this.world.addDevice(name, seed % 16 === 0);
    }
    this.upgrades = this.world.laterRandom.isHit(missing.has('lacking-kinds') ? 1 : 0.12) ? new Upgrades(this.world) : null;
  }

  protected signIn(device: Device, userId: number): Session {
    this.giveSession(device, userId);
    return this.people.open(device, userId);
  }

  private giveSession(device: Device, userId: number): void {
    const { random, server } = this.world;
    const token = `${device.name}-${userId}-${random.below(1e9)}`;
    server.sessions.set(token, userId);
    device.token = token;
  }

  /** Who is signed in on the device, by the server. */
  private userOn({ token }: Device): number | null {
    return token === null ? null : (this.world.server.sessions.get(token) ?? null);
  }

  protected act(): void {
    const { world, people } = this;
    const { random } = world;
    const sessions = people.alive();
    const session = sessions.length === 0 ? this.signIn(random.pick(world.devices), random.pick(USERS)) : random.pick(sessions);
    const orgId = this.isLong && random.isHit(0.25) ? 2 : 1;
    if (this.failovers.step()) {
      // It may contain what is lost now.
      this.backup = null;
    }
    if (this.upgrades && world.laterRandom.isHit(0.3)) {
      this.upgrades.step(orgId);
    }
    if (people.drive(session, orgId)) {
      return;
    }
    const action = random.weighted({ ...USUAL, ...this.weights.actions });
    switch (action) {
      case 'make':
        people.make(session, orgId);
        return;
      case 'change':
        people.change(session, orgId);
        return;
      case 'burst':
        this.burst(session, orgId);
        return;
      case 'sync':
        people.sync(session, this.orgs);
        return;
      case 'drain':
        people.sync(session, []);
        return;
      case 'pull':
        people.sync(session, [orgId], false);
        return;
      case 'attend': {
        const undecided = people.undecided(session);
        if (undecided.length > 0) {
          people.attend(session, random.pick(undecided), false);
        }
        return;
      }
      case 'reconsider':
        people.reconsider(session);
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
        this.strike(action, session, orgId);
    }
  }

  /** A day's work without a network, which then leaves together. */
  private burst(session: Session, orgId: number): void {
    const { random } = this.world;
    for (let left = 3 + random.below(8); left > 0; left -= 1) {
      if (random.isHit(0.6)) {
        this.people.make(session, orgId);
      } else {
        this.people.change(session, orgId);
      }
    }
    if (random.isHit(0.7)) {
      this.people.sync(session, []);
    }
  }

  private strike(action: string, session: Session, orgId: number): void {
    const { world, people } = this;
    const { random, server } = world;
    const { tab } = session;
    const { device } = tab;
    switch (action) {
      case 'weather':
        device.weather = random.pick(['fine', 'fine', 'flaky', 'off', 'captive', 'broken'] as const);
        world.say(() => `weather of ${device.name}: ${device.weather}`);
        return;
      case 'time':
        world.pass(random.pick([1000, 30_000, 600_000, 7 * 3_600_000, random.isHit(0.1) ? 20 * DAY : 1000]));
        world.say(() => 'time passes');
        return;
      case 'crash':
        if (!this.isStill) {
          world.crash(tab);
        }
        return;
      case 'tab':
        if (device.tabs.length < 2) {
          people.open(device, this.userOn(device), random.isHit(0.3));
        }
        return;
      case 'user':
        this.changeUser(session);
        return;
      case 'hear':
        this.hear(session);
        return;
      case 'clock':
        if (!this.isStill) {
          device.offset +=
            random.pick([-1, 1]) * random.pick([5000, 3_600_000, DAY, this.backup === null && !this.failovers.mayBe ? 365 * DAY : DAY]);
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
        // Devices offer again what they sent in the last 30 days: nobody restores an older backup.
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

  /** Someone else signs in on the device; other tabs do not know yet. */
  private changeUser(session: Session): void {
    const { world, people } = this;
    const { tab } = session;
    const { device } = tab;
    const next = USERS.find((id) => id !== tab.userId) ?? 1;
    world.say(() => `${tab.name}: user ${String(tab.userId)} leaves, user ${next} signs in on ${device.name}`);
    people.run(session.engine.signedOut());
    this.giveSession(device, next);
    people.signIn(session, next);
  }

  /** The tab asks who is signed in. */
  private hear(session: Session): void {
    const { world, people } = this;
    const { tab } = session;
    let userId = this.userOn(tab.device);
    if (userId === null) {
      userId = tab.userId ?? world.random.pick(USERS);
      this.giveSession(tab.device, userId);
    }
    people.signIn(session, userId);
    world.say(() => `${tab.name} hears that user ${String(tab.userId)} is signed in`);
  }

  private changeMembership(orgId: number): void {
    const { world } = this;
    const userId = world.random.pick(USERS);
    const org = world.server.orgOf(orgId);
    const employee = [...org.tables.employees.values()].find(({ row }) => row['userId'] === userId)?.row;
    const level = world.random.pick([null, 'basic', 'advanced', 'manager', 'manager'] as const);
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
    const job = this.world.laterRandom.pick(open).row;
    this.oracle.noteMove(markOf('jobEntries', entry) ?? '', markOf('jobs', job));
    updateEntry(doing, id, { jobId: job.id });
  }

  /** Someone in the office changes something directly. */
  private office(orgId: number): void {
    const { world } = this;
    const { random, server } = world;
    const doing = server.office(orgId, OFFICE);
    const store = random.pick(['customers', 'jobs', 'jobs', 'jobEntries', 'jobEntries'] as const);
    const rows = [...doing.org.tables[store].values()].filter(({ isDeleted }) => !isDeleted);
    if (rows.length === 0) {
      return;
    }
    const { row } = random.pick(rows);
    const isRemoval = random.isHit(0.15);
    const n = 1_000_000 + random.below(1_000_000_000);
    const jobOf = store === 'jobEntries' ? doing.org.tables.jobs.get(row['jobId'] as number) : undefined;
    if ((store === 'jobs' && row['status'] === 'billed' && isRemoval) || (jobOf && jobOf.row['status'] === 'billed')) {
      return;
    }
    world.say(() => `office: ${isRemoval ? 'deletes' : 'changes'} ${store}/${row.id} (${String(markOf(store, row))})`);
    if (isRemoval) {
      const remove = {
        customers: () => removePlain(doing, 'customers', row.id),
        jobs: () => deleteJob(doing, row.id),
        jobEntries: () => removeEntry(doing, row.id),
      };
      remove[store]();
    } else if (store === 'customers') {
      updateCustomer(doing, row.id, { [random.pick(['address', 'phoneNumber', 'firstName'])]: `o${n}` });
    } else if (store === 'jobs' && row['isPlaceholder'] === true) {
      updateJob(doing, row.id, { name: `p${n}` });
    } else if (store === 'jobs') {
      const body = random.isHit(0.6) ? { status: random.pick(['open', 'completed', 'billed']) } : { name: `${markOf(store, row)}|o${n}` };
      updateJob(doing, row.id, body);
    } else if (jobOf?.row['isPlaceholder'] === true && world.laterRandom.isHit(0.6)) {
      this.putOnJob(orgId, row);
    } else if (!findStored(doing.org, 'jobEntries', row.id).isDeleted) {
      const body = random.isHit(0.3)
        ? { customFieldValues: { ...(row['customFieldValues'] as object), Bales: n } }
        : { [random.pick(['totalHours', 'fuel', 'loads'])]: n };
      updateEntry(doing, row.id, body);
    }
    this.oracle.noticeEffects();
  }
}
