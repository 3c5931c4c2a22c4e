import { type Dice, diceOf } from '#tests/sim/dice.ts';
import type { Backup } from '#tests/sim/model-state.ts';
import type { Oracle } from '#tests/sim/oracle.ts';
import type { World } from '#tests/sim/world.ts';

/** Devices offer again what they sent in the last 30 days: no replica is that far behind. */
const MOST_BEHIND_MS = 20 * 86_400_000;

/** A failover without a word: a replica falls behind, the server that it follows dies, and it takes its place. */
export class Failovers {
  /** Whether it may happen in this schedule at all. */
  readonly mayBe: boolean;
  private readonly world: World;
  private readonly oracle: Oracle;
  /** Dice of its own, so that all other schedules stay what they were. */
  private readonly dice: Dice;
  private behind: { readonly replica: Backup; readonly at: number } | null = null;

  constructor(world: World, oracle: Oracle, seed: number, isSure: boolean) {
    this.world = world;
    this.oracle = oracle;
    this.dice = diceOf(seed + 0xfa11_0000);
    this.mayBe = this.dice.isHit(isSure ? 1 : 0.08);
    world.server.isBlind = isSure;
  }

  /** Between two deeds; true: it has happened. */
  step(): boolean {
    const { world, dice } = this;
    if (!this.mayBe) {
      return false;
    }
    if (this.behind !== null && world.now - this.behind.at >= MOST_BEHIND_MS) {
      this.behind = null;
    }
    if (this.behind === null) {
      this.behind = dice.isHit(0.3) ? { replica: world.server.backUp(), at: world.now } : null;
      return false;
    }
    if (!dice.isHit(0.3)) {
      return false;
    }
    this.oracle.forget(world.server.failOver(this.behind.replica));
    world.say(() => `a replica takes over, without a word: epoch ${world.server.epoch}`);
    this.behind = null;
    return true;
  }

  /** A restored backup: its replicas are made anew. */
  begin(): void {
    this.behind = null;
  }
}
