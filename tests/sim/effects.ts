import type { SyncItem } from '#client/offline/storage/item.ts';
import { type Ask, Asks, isWritten, key, markOf, NO_MARK, TRACED, type Written } from '#tests/sim/asks.ts';
import { peek } from '#tests/sim/memory-storage.ts';
import type { Effect } from '#tests/sim/model-state.ts';
import { spansIn } from '#tests/sim/run-states.ts';
import { requireNothingRemoved } from '#tests/sim/removed-values.ts';
import type { World } from '#tests/sim/world.ts';
import { type Device, Violation } from '#tests/sim/world-state.ts';

/** Watches what takes effect on the server. */
export class Effects extends Asks {
  private readonly lastApplied = new Map<string, number>();
  private readonly made = new Map<string, number>();
  /** Marks of runs by those of the entries that were logged in them. */
  readonly runOf = new Map<string, string>();
  /** What was pressed for a stop, by the entry's mark and when it began. */
  readonly presses = new Map<string, Ask>();
  private readonly arrived = new Set<string>();
  protected readonly statusFrom = new Map<string, Ask | null>();
  protected readonly lostKeys = new Set<string>();
  private effectsSeen = 0;
  protected readonly world: World;

  constructor(world: World) {
    super();
    this.world = world;
    this.effectsSeen = world.server.effects.length;
  }

  /** Effects of requests and of the office since the last look, up to so many of all. */
  noticeEffects(upTo?: number): void {
    const { effects } = this.world.server;
    for (; this.effectsSeen < (upTo ?? effects.length); this.effectsSeen += 1) {
      const effect = effects[this.effectsSeen];
      if (effect && isWritten(effect.collection)) {
        this.noticeEffect(effect, effect.collection);
      }
    }
  }

  /** A backup was restored: what it lost may take effect once more. */
  forget(lost: readonly Effect[]): void {
    this.effectsSeen = this.world.server.effects.length;
    for (const effect of lost) {
      if (effect.key !== null) {
        this.lostKeys.add(effect.key);
      }
      const mark = markOf(effect.collection, effect.after);
      if (effect.kind === 'create' && mark !== null) {
        this.made.set(mark, (this.made.get(mark) ?? 1) - 1);
      }
    }
    this.lastApplied.clear();
    this.statusFrom.clear();
  }

  protected ownItem(itemId: string): { device: Device; item: SyncItem } | null {
    for (const device of this.world.devices) {
      const item = peek(device.db, 'syncQueue', itemId) ?? peek(device.db, 'sent', itemId)?.item;
      if (item) {
        return { device, item };
      }
    }
    return null;
  }

  private noticeEffect(effect: Effect, store: Written): void {
    const { after, before, key: itemId, userId } = effect;
    const mark = markOf(store, after ?? before);
    if (mark === null) {
      return;
    }
    const own = itemId === null ? null : this.ownItem(itemId);
    if (effect.kind === 'create') {
      this.noticeCreate(effect, store, mark);
    }
    spansIn(store === 'jobEntries' ? after : null).forEach(({ from }) => this.arrived.add(`${mark} ${from}`));
    if (store === 'jobs' && after && after['status'] !== before?.['status']) {
      const status = after['status'];
      const asks = this.asks.filter(
        (ask) => ask.mark === mark && ask.data['status'] === status && ask.userId === userId && ask.device === own?.device,
      );
      this.statusFrom.set(mark, asks.findLast((ask) => ask.itemId === itemId) ?? asks.find((ask) => ask.itemId === undefined) ?? null);
    }
    if (itemId !== null && before && after && !this.decided.has(itemId)) {
      requireNothingRemoved(this.asks, { mark, userId }, before, after);
    }
    if (effect.isShare && own && itemId !== null) {
      // The answer to their own change brings it: what they have typed meanwhile ends the sharing, and nobody's word is lost.
      this.know(own.device, userId, mark, 'fuel', after?.['fuel']);
    }
    if (itemId !== null && after) {
      this.requireSeen(effect, store, mark, own?.device ?? null);
    }
    if (itemId !== null && effect.kind === 'delete' && own?.item.store === store && !this.decided.has(itemId)) {
      this.requireDeletedAsSeen(effect, store, mark, own.device);
    }
  }

  /** Whether a stop is on the server, or once was. */
  hasArrived(name: string): boolean {
    return this.arrived.has(name);
  }

  /** I4: an entry is in the run in which it was logged; without it, if that was never made. */
  private requireOwnRun(runMark: string, { after, orgId }: Effect, mark: string): void {
    const runId = after?.['runId'] ?? null;
    const made = this.asks.find((ask) => ask.store === 'runs' && ask.mark === runMark && ask.operation === 'create');
    const actual = runId === null ? null : markOf('runs', this.world.server.orgOf(orgId).tables.runs.get(Number(runId))?.row);
    if (actual !== runMark && !(runId === null && made?.isDropped !== false)) {
      throw new Violation('I4', `entry ${mark} is made in run ${String(actual)}, not ${runMark}`);
    }
  }

  private noticeCreate(effect: Effect, store: Written, mark: string): void {
    const { after, userId, key: itemId } = effect;
    const ask = this.asks.find((each) => each.mark === mark && each.operation === 'create');
    if (!ask || itemId === null) {
      return;
    }
    const times = (this.made.get(mark) ?? 0) + 1;
    this.made.set(mark, times);
    if (times > (this.mayBeMade.get(mark) ?? 1)) {
      throw new Violation('I2', `${store} ${mark} is made ${times} times`);
    }
    if (userId !== ask.userId && !this.isRemade(mark, userId)) {
      throw new Violation('I3', `${store} ${mark} of user ${ask.userId} is made as user ${userId}`);
    }
    if (store === 'jobEntries') {
      const job = this.world.server.orgOf(ask.orgId).tables.jobs.get(Number(after?.['jobId']))?.row;
      const jobMark = markOf('jobs', job) ?? NO_MARK;
      if (jobMark !== ask.jobMark && this.movedTo.get(mark)?.has(jobMark) !== true) {
        throw new Violation('I4', `entry ${mark} is made under job ${jobMark}, not ${String(ask.jobMark)}`);
      }
      if (ask.runMark !== undefined) {
        this.requireOwnRun(ask.runMark, effect, mark);
      }
    }
  }

  /** Whether what is made now is a record's second making, the first having taken effect. */
  protected isMadeAnew(mark: string | null, userId: number): boolean {
    return mark !== null && this.isRemade(mark, userId) && (this.made.get(mark) ?? 0) > 0;
  }

  private isRemade(mark: string, userId: number): boolean {
    return this.remade.has(key(mark, userId));
  }

  /** I8: what is deleted had been seen. */
  private requireDeletedAsSeen({ before, userId }: Effect, store: Written, mark: string, device: Device): void {
    for (const field of TRACED[store]) {
      const value = before?.[field] ?? null;
      if (value !== null && !this.seen.get(key(device.name, userId, mark, field))?.has(value)) {
        throw new Violation('I8', `${store} ${mark} is deleted with ${field} = ${JSON.stringify(value)}, which its user never saw`);
      }
    }
  }

  /** I8 and I5: what is overwritten had been seen, and a user's later value is not undone by their earlier one. */
  private requireSeen({ before, after, userId }: Effect, store: Written, mark: string, device: Device | null): void {
    for (const field of TRACED[store]) {
      const value = after?.[field];
      if (value === before?.[field] || value === null) {
        continue;
      }
      const ask = this.bySource.get(key(mark, field, value));
      if (!ask) {
        continue;
      }
      if (before === null && this.isRemade(mark, userId)) {
        continue;
      }
      if (ask.userId !== userId) {
        throw new Violation('I3', `${store} ${mark}.${field} of user ${ask.userId} is written as user ${userId}`);
      }
      const place = key(ask.device.name, ask.userId, mark, field);
      const isOutOfTurn = ask.isInPlace === true || ask.chosen.has(field);
      if ((this.lastApplied.get(place) ?? -1) > ask.index && !isOutOfTurn) {
        throw new Violation('I5', `${store} ${mark}.${field} goes back to ${JSON.stringify(value)}, an earlier word of the same user`);
      }
      this.lastApplied.set(place, isOutOfTurn ? (this.lastApplied.get(place) ?? -1) : ask.index);
      const old = before?.[field];
      if (
        before &&
        old !== undefined &&
        !this.seen.get(place)?.has(typeof old === 'object' ? JSON.stringify(old) : old) &&
        device !== null
      ) {
        throw new Violation(
          'I8',
          `${store} ${mark}.${field}: ${JSON.stringify(value)} overwrites ${JSON.stringify(old)}, which its user never saw`,
        );
      }
    }
  }
}
