import { type SeededRandom, seededRandom } from '#tests/sim/seeded-random.ts';
import type { Backup } from '#tests/sim/model-state.ts';
import type { Oracle } from '#tests/sim/oracle.ts';
import type { World } from '#tests/sim/world.ts';

/** Devices offer again what they sent in the last 30 days: no replica is that far behind. */
const MOST_BEHIND_MS = 20 * 86_400_000;

/** An unannounced failover: a replica falls behind, its primary dies, and the replica takes over. */
export class Failovers {
  /** Whether it may happen in this schedule at all. */
  readonly mayBe: boolean;
  private readonly world: World;
  private readonly oracle: Oracle;
  /** Randomness of its own, so that all other schedules stay what they were. */
  private readonly random: SeededRandom;
  private behind: { readonly replica: Backup; readonly at: number } | null = null;

  constructor(world: World, oracle: Oracle, seed: number, isSure: boolean) {
    this.world = world;
    this.oracle = oracle;
    this.random = seededRandom(seed + 0xfa11_0000);
    this.mayBe = this.random.isHit(isSure ? 1 : 0.08);
    world.server.isBlind = isSure;
  }

  /** Between two actions. Returns true if it has happened. */
  step(): boolean {
    const { world, random } = this;
    if (!this.mayBe) {
      return false;
    }
    if (this.behind !== null && world.now - this.behind.at >= MOST_BEHIND_MS) {
      this.behind = null;
    }
    if (this.behind === null) {
      this.behind = random.isHit(0.3) ? { replica: world.server.backUp(), at: world.now } : null;
      return false;
    }
    if (!random.isHit(0.3)) {
      return false;
    }
    this.oracle.forget(world.server.failOver(this.behind.replica));
    world.say(() => `a replica takes over, without a word: epoch ${world.server.epoch}`);
    this.behind = null;
    return true;
  }

  /** A backup was restored: replicas start again from it. */
  begin(): void {
    this.behind = null;
  }
}
