import { isTempId, type SyncItem } from '#client/offline/storage/item.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import type { LocalRow, StoreName } from '#client/offline/storage/stores.ts';
import { type Ask, areSaidApart, isWritten, key, markOf } from '#tests/sim/asks.ts';
import { Effects } from '#tests/sim/effects.ts';
import { requireEntriesStay, requireStatesTrue } from '#tests/sim/run-states.ts';
import { type RowChange, peek, rowsOf } from '#tests/sim/memory-storage.ts';
import type { Part } from '#tests/sim/model-server.ts';
import type { ModelOrg } from '#tests/sim/model-state.ts';
import type { World } from '#tests/sim/world.ts';
import { type Device, type TabState, Violation } from '#tests/sim/world-state.ts';

const isDroppedWord = (ask: Ask, own: Ask, field: string): boolean =>
  ask.isDropped &&
  ask.mark === own.mark &&
  ask.device === own.device &&
  ask.userId === own.userId &&
  (field.split('.')[0] ?? '') in ask.data;

/** Knows what was promised and checks that it is kept. Never looks into the engine, only at requests, storage and the server. */
export class Oracle extends Effects {
  /** Tabs in which a person is deciding about waiting changes right now. */
  readonly deciding = new Map<TabState, number>();
  private readonly toldGone = new Set<string>();
  private readonly refusals = new Map<string, Set<string>>();

  constructor(world: World) {
    super(world);
    world.onCommit = (device, tab, changes) => this.committed(device, tab, changes);
    world.onAnswer = (device, part) => this.noticeAnswer(device, part);
  }

  /** A person edits a waiting change: the form shows them the current record, if it is there. */
  lookAtItem(device: Device, item: SyncItem): LocalRow | undefined {
    const row = isWritten(item.store) ? peek(device.db, item.store, this.realId(device, item)) : undefined;
    if (row && isWritten(item.store) && peek(device.db, 'meta', 'viewOf')?.value === item.userId) {
      this.look(device, item.userId, item.store, row);
      return row;
    }
    return undefined;
  }

  private noticeAnswer(device: Device, { request, answer, effects }: Part): void {
    this.noticeEffects(effects);
    const itemId = request.headers['idempotency-key'];
    if (itemId === undefined || answer.status < 400) {
      return;
    }
    const code = String(Reflect.get(Object(answer.json), 'code'));
    const codes = this.refusals.get(itemId) ?? new Set();
    this.refusals.set(itemId, codes.add(code));
    const owner = this.ownItem(itemId)?.item;
    if (code === 'not_found' && owner && !this.world.server.orgOf(owner.orgId).members.has(owner.userId)) {
      this.shutOut.set(itemId, this.flips);
    }
    if (code === 'not_found' && owner?.operation === 'remove') {
      this.noteGone(itemId, device, owner);
    }
    if (code === 'job_not_open') {
      this.requireOthersClosedIt(device, itemId, request.path);
    }
  }

  /** What a committed transaction did to this device's queue and rows. */
  private committed(device: Device, tab: TabState, changes: readonly RowChange[]): void {
    for (const item of rowsOf(device.db, 'syncQueue')) {
      if (item.operation === 'create' && item.attempt > 0) {
        this.requireOnce(device, item);
      }
    }
    for (const { store, key: id, before } of changes) {
      if (store === 'syncQueue') {
        const now = peek(device.db, 'syncQueue', id);
        if (now === undefined && before !== undefined) {
          this.noticeEnd(tab, before as SyncItem);
        } else if (now?.status === 'attention') {
          this.requireTrueReason(device, now);
        }
      } else if (RECORD_STORES.some((name) => name === store)) {
        this.requireNoStepBack(device, store, id, before as LocalRow | undefined);
        this.requireOwnView(device, store, id);
      }
    }
    if (changes.some(({ store }) => store === 'meta' || store === 'syncQueue')) {
      requireStatesTrue(this, device);
    }
    requireEntriesStay(device, changes, ({ orgId, userId, id }) => this.world.server.orgOf(orgId).keys.has(`${userId}|${id}`));
  }

  /** I10: what is shown of the server never goes back to an older state, except after a restored backup. */
  private requireNoStepBack(device: Device, store: StoreName, id: string | number, before: LocalRow | undefined): void {
    const now = device.db.tables[store].get(id) as LocalRow | undefined;
    if (before && now && now.version < before.version && before.isStale !== true && before.sync === now.sync) {
      throw new Violation('I10', `${device.name} shows ${store}/${id} in version ${now.version} after ${before.version}`);
    }
  }

  /** I10: a record that was made here and has been pulled is shown once, even while the answer to its create is still to come. */
  private requireOnce(device: Device, now: SyncItem): void {
    const viewOf = peek(device.db, 'meta', 'viewOf')?.value;
    const org = this.world.server.orgOf(now.orgId);
    const cursor = peek(device.db, 'meta', `cursor:${now.orgId}`)?.value as string | undefined;
    // While lists are being fetched, what was made after they were begun comes with the first page after them.
    const isFilling = cursor === undefined || peek(device.db, 'meta', `filling:${now.orgId}`) !== undefined;
    const outcome = org.keys.get(`${now.userId}|${now.id}`);
    const id = outcome?.made?.id;
    if (viewOf !== now.userId || isFilling || outcome === undefined || id === undefined || Number.parseInt(cursor, 10) < outcome.seq) {
      return;
    }
    if (peek(device.db, now.store, now.target) && peek(device.db, now.store, id)) {
      throw new Violation('I10', `${device.name} shows ${now.store}/${id} a second time as ${now.target}`);
    }
  }

  /** I12: a waiting change is shown only in the copy of the user who made it. */
  private requireOwnView(device: Device, store: StoreName, id: string | number): void {
    const row = device.db.tables[store].get(id) as LocalRow | undefined;
    if (row?.sync === undefined) {
      return;
    }
    const viewOf = peek(device.db, 'meta', 'viewOf')?.value;
    const mark = markOf(store, row);
    const about = rowsOf(device.db, 'syncQueue').filter((item) => item.store === store && this.markOfItem(device, item) === mark);
    if (about.length > 0 && about.every(({ userId }) => userId !== viewOf)) {
      throw new Violation(
        'I12',
        `${device.name} shows ${store}/${id}, waiting, in the copy of user ${String(viewOf)}, who did not make it`,
      );
    }
  }

  /** An item left the queue: it took effect, or its user discarded it. */
  private noticeEnd(tab: TabState, item: SyncItem): void {
    const org = this.world.server.orgOf(item.orgId);
    const wasKept = org.keys.has(`${item.userId}|${item.id}`) || this.lostKeys.has(item.id);
    // A user who is removed and added again between two requests is told that what they delete is gone.
    const wasShutOut = this.shutOut.has(item.id) && this.shutOut.get(item.id) !== this.flips;
    const isGoneAnyway = item.operation === 'remove' && (wasShutOut || this.toldGone.has(item.id) || this.isDeleted(org, tab.device, item));
    if ((this.deciding.get(tab) ?? 0) > 0) {
      this.drop(tab.device, item);
      return;
    }
    if (!wasKept && !isGoneAnyway) {
      throw new Violation(
        'I1',
        `${item.operation} ${item.store}/${item.target} (${item.id}) left the queue of ${tab.device.name} without any effect`,
      );
    }
  }

  private realId(device: Device, item: SyncItem): number {
    return isTempId(item.target) ? (peek(device.db, 'idMap', item.target)?.id ?? item.target) : item.target;
  }

  /** It was gone when the server said so; a restored backup may bring it back before the answer arrives. */
  private noteGone(itemId: string, device: Device, item: SyncItem): void {
    if (this.isDeleted(this.world.server.orgOf(item.orgId), device, item)) {
      this.toldGone.add(itemId);
    }
  }

  private isDeleted(org: ModelOrg, device: Device, item: SyncItem): boolean {
    const stored = isWritten(item.store) ? org.tables[item.store].get(this.realId(device, item)) : undefined;
    return stored === undefined || stored.isDeleted;
  }

  markOfItem(device: Device, item: SyncItem): string | null {
    const own = markOf(item.store, item.data);
    if (own !== null || !isWritten(item.store)) {
      return own;
    }
    const id = this.realId(device, item);
    const known = peek(device.db, item.store, id) ?? peek(device.db, 'shadows', `${item.store}:${id}`)?.row;
    return markOf(item.store, known) ?? markOf(item.store, this.world.server.orgOf(item.orgId).tables[item.store].get(id)?.row);
  }

  private drop(device: Device, item: SyncItem): void {
    const mark = this.markOfItem(device, item);
    for (const ask of this.asks) {
      const isSame = ask.mark === mark && ask.device === device && ask.userId === item.userId;
      // Its record may be gone everywhere: the change itself is known by its key.
      const isItself = ask.itemId === item.id;
      if (
        (isSame || isItself) &&
        (item.operation === 'create' || ask.operation === 'remove' || Object.keys(ask.data).some((field) => field in (item.data ?? {})))
      ) {
        ask.isDropped = true;
        ask.droppedBefore ??= this.asks.length;
      }
    }
  }

  /** A reason must be what the server itself said, not a stranger. */
  private requireTrueReason(device: Device, item: SyncItem): void {
    const { reason, lastError } = item;
    const codes = this.refusals.get(item.id) ?? new Set<string>();
    const fail = (why: string): never => {
      throw new Violation('I1', `${item.operation} ${item.store}/${item.target} (${item.id}) was set aside as ${String(reason)}: ${why}`);
    };
    if (reason === 'rejected') {
      const code = lastError?.code ?? '';
      if (code !== 'file_lost' && !['invalid_input', 'conflict', 'malformed'].some((each) => each === code && codes.has(code))) {
        fail(`the server did not say ${code}`);
      }
    }
    if (reason === 'job-closed' && !codes.has('job_not_open')) {
      fail('the server did not say so');
    }
    const wasStranger = this.strangers.has(`${item.orgId}|${item.userId}`);
    if (reason === 'no-access' && !codes.has('forbidden') && !codes.has('not_found') && !wasStranger) {
      fail('the server did not say so');
    }
    if (reason === 'conflict') {
      if (!codes.has('version_mismatch')) {
        fail('the server did not say so');
      }
      this.requireOthersWord(device, item);
    }
    if (reason === 'deleted' || reason === 'parent-gone') {
      const isMember = this.world.server.orgOf(item.orgId).members.has(item.userId);
      if (!codes.has('not_found') || this.shutOut.get(item.id) === this.flips) {
        fail(isMember ? 'the server did not say so' : 'the user is no member');
      }
    }
  }

  /** I5: nobody is asked to choose between two values of their own. */
  private requireOthersWord(device: Device, item: SyncItem): void {
    const mark = this.markOfItem(device, item);
    const isGiven = (field: string): boolean => this.asks.some((ask) => ask.mark === mark && ask.device === device && ask.given.has(field));
    for (const { field, mine, theirs } of item.conflict?.fields ?? []) {
      const source = this.bySource.get(key(mark, field, theirs));
      const own =
        this.bySource.get(key(mark, field, mine)) ?? this.asks.findLast((ask) => ask.operation === 'remove' && ask.itemId === item.id);
      if ((source && own && (own.besides.has(source) || areSaidApart(own, source))) || isGiven(field)) {
        continue;
      }
      // They had discarded it before giving the other value, and it arrived all the same: it no longer counts as theirs.
      if (source?.droppedBefore !== undefined && own && own.index >= source.droppedBefore) {
        continue;
      }
      // They discarded what they had said between the two. Whether that arrived is unknown, so what is based on it is compared.
      if (source && own && this.asks.slice(source.index + 1, own.index).some((ask) => isDroppedWord(ask, own, field))) {
        continue;
      }
      if (source?.device === device && source.userId === item.userId && !source.isInPlace && !this.decided.has(item.id)) {
        throw new Violation('I5', `${item.store} ${String(mark)}.${field}: its user is asked about ${String(theirs)}, their own value`);
      }
    }
  }

  /** How often memberships have changed, now and when a change of a non-member was refused. */
  flips = 0;
  private readonly shutOut = new Map<string, number>();

  /** Users who were not members of an organization for a while: `orgId|userId`. */
  readonly strangers = new Set<string>();

  /** Whether the same waiting change had closed the job before the entry was asked for, and what came later only closed it otherwise. */
  private wasClosedBefore(entry: Ask, closer: Ask): boolean {
    const before = this.asks.slice(0, entry.index).filter(({ mark, itemId }) => mark === closer.mark && itemId === closer.itemId);
    const last = before.findLast(({ data }) => data['status'] !== undefined);
    return last !== undefined && last.data['status'] !== 'open';
  }

  /** I5: an entry is not refused because its own user closed the job later, or had opened it before. */
  private requireOthersClosedIt(device: Device, itemId: string, path: string): void {
    const item = peek(device.db, 'syncQueue', itemId);
    if (!item || item.store !== 'jobEntries' || item.operation !== 'create' || this.decided.has(itemId)) {
      return;
    }
    const mark = markOf('jobEntries', item.data);
    // Made again after it was deleted: that comes after whatever its user did to the job before.
    if (this.isMadeAnew(mark, item.userId)) {
      return;
    }
    // It may have been moved before it left: what counts is the job that it was sent to, and when it was put there.
    const jobId = Number(/^\/api\/jobs\/(\d+)\/entries$/.exec(path)?.[1]);
    const jobMark = markOf('jobs', this.world.server.orgOf(item.orgId).tables.jobs.get(jobId)?.row);
    const entry = this.asks.findLast(
      (ask) =>
        ask.mark === mark &&
        ask.jobMark === jobMark &&
        (ask.operation === 'create' || (ask.device === device && (ask.itemId === undefined || ask.itemId === itemId))),
    );
    const closer = this.statusFrom.get(jobMark ?? '');
    const isOwnLater = closer?.device === device && closer.userId === entry?.userId && closer.index > entry.index;
    // The job was shown as two records; the user closed one and made the entry for the other, and only they knew that both are one.
    if (entry && isOwnLater && closer.shownAs.length < 2 && !this.wasClosedBefore(entry, closer)) {
      throw new Violation('I5', `entry ${entry.mark} is refused for job ${String(jobMark)}, which the same user closed after it`);
    }
    for (const other of rowsOf(device.db, 'syncQueue')) {
      const opens =
        other.store === 'jobs' && other.operation === 'update' && other.data?.['status'] === 'open' && other.status !== 'attention';
      if (opens && other.userId === item.userId && other.seq < item.seq && this.markOfItem(device, other) === jobMark) {
        throw new Violation('I5', `entry ${String(mark)} is refused for job ${String(jobMark)}, which the same user has opened before it`);
      }
    }
  }
}
