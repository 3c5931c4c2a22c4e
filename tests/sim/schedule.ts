import type { SyncItem } from '#client/offline/storage/item.ts';
import { Actions } from '#tests/sim/actions.ts';
import { requireKept, requireNoFileLeft, requireSame } from '#tests/sim/final-checks.ts';
import type { Missing } from '#tests/sim/weights.ts';
import { copyInto, peek, rowsOf } from '#tests/sim/memory-storage.ts';
import { USERS } from '#tests/sim/scene.ts';
import { prefilledCopy } from '#tests/sim/prefilled-copy.ts';
import type { SimulatedStorage } from '#tests/sim/world.ts';
import { type Device, type Mishaps, Violation } from '#tests/sim/world-state.ts';

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
  doneInPart: 0.08,
  toldInPart: 0.03,
};

const LONGEST_OFFSET_MS = 100 * 86_400_000;

/** Everything that one schedule does, determined by its seed alone. */
class Schedule extends Actions {
  private steps = 0;

  async run(): Promise<number> {
    const { world, people } = this;
    const { random } = world;
    for (const device of world.devices) {
      const userId = random.pick(USERS);
      if (!this.isLong || !random.isHit(0.3)) {
        copyInto(device.db, await prefilledCopy(userId));
      }
      if (random.isHit(0.06)) {
        people.leaveOldChanges(device, userId);
      }
      const session = this.signIn(device, userId);
      if (random.isHit(0.35)) {
        people.open(device, userId, random.isHit(0.3));
      }
      world.say(() => `${session.tab.name} is the first`);
    }
    await this.quiet(400);
    for (const session of people.alive()) {
      if (random.isHit(0.3)) {
        people.sync(session, this.orgs);
      }
    }
    await this.quiet(600);
    const likely = Object.entries(LIKELY).map(([name, often]) => [name, !this.isStill && random.isHit(0.5) ? often : 0]);
    world.mishaps = { ...(Object.fromEntries(likely) as unknown as Mishaps), ...this.weights.mishaps };
    world.say(() => `--- storm: ${JSON.stringify(world.mishaps)}`);
    for (let left = this.isLong ? 12 + random.below(30) : 5 + random.below(10); left > 0; left -= 1) {
      this.act();
      await this.go(random.below(random.isHit(0.2) ? 60 : 14));
    }
    await this.heal();
    return this.steps;
  }

  /** Lets some of what can happen happen. */
  private async go(steps: number): Promise<void> {
    await this.world.storage.settled();
    for (let left = steps; left > 0 && this.moves(); left -= 1) {
      await this.world.storage.settled();
    }
    this.requireWell();
  }

  /** Does one thing. Returns false if nothing can happen by itself. */
  private moves(): boolean {
    this.requireWell();
    const isMoved = this.world.step();
    this.steps += isMoved ? 1 : 0;
    return isMoved;
  }

  private requireWell(): void {
    if (this.world.broken) {
      throw this.world.broken;
    }
    this.people.requireNoFailure();
  }

  /** Until nothing moves any longer. */
  private async quiet(most: number): Promise<void> {
    await this.world.storage.settled();
    for (let left = most; this.moves(); left -= 1) {
      if (left === 0) {
        throw new Violation('I9', `after ${most} steps it still goes on`);
      }
      await this.world.storage.settled();
    }
    this.requireWell();
  }

  /**
   * The network is fine, everyone signs in again and decides about what was refused. Then nothing may be left, and nothing may be wrong.
   */
  private async heal(): Promise<void> {
    const { world, people, oracle } = this;
    world.say(() => '--- healing');
    world.heal();
    world.server.settle();
    this.upgrades?.finish();
    for (const device of world.devices) {
      device.offset = Math.max(0, Math.min(device.offset, LONGEST_OFFSET_MS));
    }
    await this.quiet(4000);
    while (world.late.length > 0) {
      world.arrive();
    }
    for (const session of people.alive()) {
      world.crash(session.tab);
    }
    for (const device of world.devices) {
      for (const userId of USERS) {
        // What a restored backup has lost is offered again by its user's device as soon as they are back.
        const hasLost = world.server.epoch > 1 && rowsOf(device.db, 'sent').some((row) => row.userId === userId);
        if (hasLost || this.leftOf(device, userId).length > 0) {
          await this.healSession(device, userId);
        }
      }
    }
    const checked = this.isLong ? world.devices : [world.random.pick(world.devices)];
    for (const device of checked) {
      const viewOf = peek(device.db, 'meta', 'viewOf')?.value;
      const userId = USERS.find((id) => id === viewOf) ?? world.random.pick(USERS);
      await this.healSession(device, userId);
      requireSame(
        device,
        userId,
        this.orgs.map((id) => world.server.orgOf(id)),
      );
    }
    world.devices.forEach(requireNoFileLeft);
    requireKept(oracle.asks, world.server.effects);
  }

  private leftOf(device: Device, userId: number): SyncItem[] {
    return rowsOf(device.db, 'syncQueue').filter((item) => item.userId === userId);
  }

  private async healSession(device: Device, userId: number): Promise<void> {
    const { world, people } = this;
    const session = this.signIn(device, userId);
    await this.quiet(4000);
    for (let round = 0; round < 12; round += 1) {
      people.sync(session, round % 4 === 0 ? this.orgs : []);
      await this.quiet(6000);
      for (const item of people.undecided(session)) {
        people.attend(session, item, round >= 5);
        await this.quiet(2000);
      }
      if (this.leftOf(device, userId).length === 0) {
        if (round === 0) {
          world.crash(session.tab);
          return;
        }
        break;
      }
      world.pass(7 * 3_600_000);
    }
    people.sync(session, this.orgs);
    await this.quiet(6000);
    const left = this.leftOf(device, userId);
    if (left.length > 0) {
      const words = left.map(
        ({ id, operation, store, target, status, reason }) => `${id} ${operation} ${store}/${target} ${status} ${String(reason)}`,
      );
      throw new Violation('I9', `${device.name} cannot send ${words.join('; ')}`);
    }
    world.crash(session.tab);
  }
}

// Schedules create thousands of refusals and aborted waits, and nobody reads their stack traces.
Error.stackTraceLimit = 0;

/** Runs the schedule of a seed; the same seed always does the same. */
export const runSchedule = async (
  seed: number,
  missing: ReadonlySet<Missing> = new Set(),
  isTraced = false,
  storage?: SimulatedStorage,
): Promise<Result> => {
  const schedule = new Schedule(seed, missing, isTraced, storage);
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
