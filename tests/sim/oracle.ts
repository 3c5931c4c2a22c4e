import type { Collection } from '#shared/domain/changes.ts';
import type { WireRequest } from '#client/offline/ports.ts';
import { isTempId, type SyncItem } from '#client/offline/item.ts';
import { RECORD_STORES } from '#client/offline/record-stores.ts';
import type { LocalRow, StoreName } from '#client/offline/stores.ts';
import { type Deed, peek, rowsOf } from '#tests/sim/memory-storage.ts';
import { answered } from '#tests/sim/model-records.ts';
import type { ModelAnswer } from '#tests/sim/model-server.ts';
import { COLLECTIONS, type Effect, type ModelOrg } from '#tests/sim/model-state.ts';
import { type Device, type TabState, Violation, type World } from '#tests/sim/world.ts';

export type Written = 'customers' | 'jobs' | 'jobEntries';
export const NAME_FIELD: Readonly<Record<Written, string>> = { customers: 'businessName', jobs: 'name', jobEntries: 'notes' };
export const isWritten = (store: string): store is Written => Object.hasOwn(NAME_FIELD, store);

/** What a record is called for good, by which the checks know it under every id: everything before the bar in its name or note. */
export const markOf = (store: string, row: Readonly<Record<string, unknown>> | null | undefined): string | null => {
  const text = row && isWritten(store) ? row[NAME_FIELD[store]] : null;
  return typeof text === 'string' && text.includes('|') ? text.slice(0, text.indexOf('|')) : null;
};

/** A change that somebody asked for on a screen. */
export interface Ask {
  readonly index: number;
  readonly device: Device;
  readonly userId: number;
  readonly store: Written;
  readonly operation: 'create' | 'update' | 'remove';
  readonly mark: string;
  readonly orgId: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** The mark of the job that an entry was meant for. */
  readonly jobMark: string | null;
  /** It changed a change that waited, in that one's place of the order. */
  readonly isInPlace?: true;
  /** `kept`: the screen called it saved. */
  state: 'asked' | 'kept' | 'failed';
  /** The user threw it away, or what it belongs to. */
  isDropped: boolean;
  /** Fields in which the user later decided for something else. */
  readonly given: Set<string>;
}

const key = (...parts: unknown[]): string => parts.join('·');

/** Fields whose values are made up to be unlike any other, so that an effect tells which ask it comes from. */
export const TRACED: Readonly<Record<Written, readonly string[]>> = {
  customers: ['businessName', 'address', 'phoneNumber', 'firstName', 'lastName'],
  jobs: ['name'],
  jobEntries: ['notes', 'totalHours', 'billableHours', 'fuel', 'loads'],
};

/** Names of other records, which change without the row. */
const DERIVED = new Set(['jobName', 'customerName', 'serviceTypeName', 'implementName', 'equipmentNames', 'operatorNames']);

/** Knows what was promised and watches that it is kept. Never looks into the engine, only at requests, storage and the server. */
export class Oracle {
  readonly asks: Ask[] = [];
  /** Marks of jobs that a user chose for an entry when he moved it. */
  readonly movedTo = new Map<string, Set<string>>();
  /** How often a record may be made: once, and once more for each time that a user made it anew. */
  readonly mayBeMade = new Map<string, number>();
  /** Tabs in which a person is just deciding about waiting changes. */
  readonly deciding = new Map<TabState, number>();
  /** Items about which a person has decided something. */
  readonly decided = new Set<string>();
  private readonly seen = new Map<string, Set<unknown>>();
  private readonly bySource = new Map<string, Ask>();
  private readonly lastApplied = new Map<string, number>();
  private readonly made = new Map<string, number>();
  private readonly statusFrom = new Map<string, Ask | null>();
  private readonly refusals = new Map<string, Set<string>>();
  private readonly lostKeys = new Set<string>();
  private effectsSeen = 0;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
    world.onCommit = (device, tab, deeds) => this.committed(device, tab, deeds);
    world.onAnswer = (device, request, answer) => this.noticeAnswer(device, request, answer);
    this.effectsSeen = world.server.effects.length;
  }

  /** Somebody looks at a record: from now on he knows what stands in it. */
  look(device: Device, userId: number, store: Written, row: Readonly<Record<string, unknown>>): void {
    const mark = markOf(store, row);
    for (const [field, value] of Object.entries(row)) {
      this.know(device, userId, mark, field, value);
    }
  }

  know(device: Device, userId: number, mark: string | null, field: string, value: unknown): void {
    const place = key(device.name, userId, mark, field);
    const values = this.seen.get(place) ?? new Set();
    this.seen.set(place, values.add(typeof value === 'object' ? JSON.stringify(value) : value));
  }

  ask(ask: Omit<Ask, 'index' | 'state' | 'isDropped' | 'given'>): Ask {
    const full: Ask = { ...ask, index: this.asks.length, state: 'asked', isDropped: false, given: new Set() };
    this.asks.push(full);
    for (const [field, value] of Object.entries(ask.data)) {
      this.know(ask.device, ask.userId, ask.mark, field, value);
      if (TRACED[ask.store].includes(field)) {
        this.bySource.set(key(ask.mark, field, value), full);
      }
    }
    return full;
  }

  /** Effects of requests and of the office that came since the last look. */
  noticeEffects(): void {
    const { effects } = this.world.server;
    for (; this.effectsSeen < effects.length; this.effectsSeen += 1) {
      const effect = effects[this.effectsSeen];
      if (effect && isWritten(effect.collection)) {
        this.noticeEffect(effect, effect.collection);
      }
    }
  }

  /** A restored backup: what it lost may be done once more. */
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

  noticeAnswer(device: Device, request: WireRequest, answer: ModelAnswer): void {
    this.noticeEffects();
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
    if (code === 'job_not_open') {
      this.requireOthersClosedIt(device, itemId);
    }
  }

  /** What a committed transaction did to this device's queue and rows. */
  private committed(device: Device, tab: TabState, deeds: readonly Deed[]): void {
    for (const { store, key: id, before } of deeds) {
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
  }

  /** I10: what is shown of the server does not go back to what it was, but where a backup was restored. */
  private requireNoStepBack(device: Device, store: StoreName, id: string | number, before: LocalRow | undefined): void {
    const now = device.db.tables[store].get(id) as LocalRow | undefined;
    if (before && now && now.version < before.version && before.isStale !== true && before.sync === now.sync) {
      throw new Violation('I10', `${device.name} shows ${store}/${id} in version ${now.version} after ${before.version}`);
    }
  }

  /** I12: what waits shows only in the copy of whoever made it. */
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

  /** An item left the queue: it took effect, or its user threw it away. */
  private noticeEnd(tab: TabState, item: SyncItem): void {
    const org = this.world.server.orgOf(item.orgId);
    const wasKept = org.keys.has(`${item.userId}|${item.id}`) || this.lostKeys.has(item.id);
    // Who is shut out and let in again between two requests is told that what he deletes is gone.
    const wasShutOut = this.shutOut.has(item.id) && this.shutOut.get(item.id) !== this.flips;
    const isGoneAnyway = item.operation === 'remove' && (wasShutOut || this.isDeleted(org, tab.device, item));
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
      if (
        isSame &&
        (item.operation === 'create' || ask.operation === 'remove' || Object.keys(ask.data).some((field) => field in (item.data ?? {})))
      ) {
        ask.isDropped = true;
      }
    }
  }

  /** A reason must be what the server has said, by itself and not through a stranger. */
  private requireTrueReason(device: Device, item: SyncItem): void {
    const { reason, lastError } = item;
    const codes = this.refusals.get(item.id) ?? new Set<string>();
    const fail = (why: string): never => {
      throw new Violation('I1', `${item.operation} ${item.store}/${item.target} (${item.id}) is parked as ${String(reason)}: ${why}`);
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

  /** I5: nobody is asked to choose between two words of his own. */
  private requireOthersWord(device: Device, item: SyncItem): void {
    const mark = this.markOfItem(device, item);
    for (const { field, theirs } of item.conflict?.fields ?? []) {
      const source = this.bySource.get(key(mark, field, theirs));
      if (source?.device === device && source.userId === item.userId && !source.isInPlace && !this.decided.has(item.id)) {
        throw new Violation('I5', `${item.store} ${String(mark)}.${field}: its user is asked about ${String(theirs)}, his own word`);
      }
    }
  }

  /** How often memberships have changed, and how often they had when a change was refused to somebody who was no member then. */
  flips = 0;
  private readonly shutOut = new Map<string, number>();

  /** Who was no member of an organization for a while: `orgId|userId`. */
  readonly strangers = new Set<string>();

  private ownItem(itemId: string): { device: Device; item: SyncItem } | null {
    for (const device of this.world.devices) {
      const item = peek(device.db, 'syncQueue', itemId) ?? peek(device.db, 'sent', itemId)?.item;
      if (item) {
        return { device, item };
      }
    }
    return null;
  }

  /** I5: an entry is not refused because its own user closed the job later, or had opened it before. */
  private requireOthersClosedIt(device: Device, itemId: string): void {
    const item = peek(device.db, 'syncQueue', itemId);
    if (!item || item.store !== 'jobEntries' || item.operation !== 'create' || this.decided.has(itemId)) {
      return;
    }
    const mark = markOf('jobEntries', item.data);
    const entry = this.asks.find((ask) => ask.mark === mark && ask.operation === 'create');
    const closer = this.statusFrom.get(entry?.jobMark ?? '');
    if (entry && closer && closer.device === device && closer.userId === entry.userId && closer.index > entry.index) {
      throw new Violation('I5', `entry ${entry.mark} is refused for job ${String(entry.jobMark)}, which the same user closed after it`);
    }
    for (const other of rowsOf(device.db, 'syncQueue')) {
      const opens =
        other.store === 'jobs' && other.operation === 'update' && other.data?.['status'] === 'open' && other.status !== 'attention';
      if (opens && other.userId === item.userId && other.seq < item.seq && this.markOfItem(device, other) === entry?.jobMark) {
        throw new Violation(
          'I5',
          `entry ${String(mark)} is refused for job ${String(entry?.jobMark)}, which the same user has opened before it`,
        );
      }
    }
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
    if (store === 'jobs' && after && after['status'] !== before?.['status']) {
      const status = after['status'];
      const asks = this.asks.filter(
        (ask) => ask.mark === mark && ask.data['status'] === status && ask.userId === userId && ask.device === own?.device,
      );
      this.statusFrom.set(mark, asks.at(-1) ?? null);
    }
    if (itemId !== null && after) {
      this.requireSeen(effect, store, mark, own?.device ?? null);
    }
  }

  private noticeCreate({ after, userId, key: itemId }: Effect, store: Written, mark: string): void {
    const ask = this.asks.find((each) => each.mark === mark && each.operation === 'create');
    if (!ask || itemId === null) {
      return;
    }
    const times = (this.made.get(mark) ?? 0) + 1;
    this.made.set(mark, times);
    if (times > (this.mayBeMade.get(mark) ?? 1)) {
      throw new Violation('I2', `${store} ${mark} is made ${times} times`);
    }
    if (userId !== ask.userId) {
      throw new Violation('I3', `${store} ${mark} of user ${ask.userId} is made as user ${userId}`);
    }
    if (store === 'jobEntries') {
      const job = this.world.server.orgOf(ask.orgId).tables.jobs.get(Number(after?.['jobId']))?.row;
      const jobMark = markOf('jobs', job) ?? '';
      if (jobMark !== ask.jobMark && this.movedTo.get(mark)?.has(jobMark) !== true) {
        throw new Violation('I4', `entry ${mark} is made under job ${jobMark}, not ${String(ask.jobMark)}`);
      }
    }
  }

  /** I8 and I5: what is overwritten was seen, and one's own later word is not undone by one's earlier. */
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
      if (ask.userId !== userId) {
        throw new Violation('I3', `${store} ${mark}.${field} of user ${ask.userId} is written as user ${userId}`);
      }
      const place = key(ask.device.name, ask.userId, mark, field);
      if ((this.lastApplied.get(place) ?? -1) > ask.index && !ask.isInPlace) {
        throw new Violation('I5', `${store} ${mark}.${field} goes back to ${JSON.stringify(value)}, an earlier word of the same user`);
      }
      this.lastApplied.set(place, ask.isInPlace ? (this.lastApplied.get(place) ?? -1) : ask.index);
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

  /** I1 after healing: every change that was called saved has had its effect, or its user has thrown it away. */
  requireKept(): void {
    const { effects } = this.world.server;
    for (const ask of this.asks) {
      if (ask.state !== 'kept' || ask.isDropped) {
        continue;
      }
      const about = effects.filter(
        (effect) => effect.collection === ask.store && markOf(ask.store, effect.after ?? effect.before) === ask.mark,
      );
      if (ask.operation === 'create' && !about.some(({ kind }) => kind === 'create')) {
        throw new Violation('I1', `${ask.store} ${ask.mark} was called saved and is not on the server`);
      }
      if (ask.operation === 'update') {
        this.requireFields(ask, about);
      }
    }
  }

  private requireFields(ask: Ask, about: readonly Effect[]): void {
    for (const field of TRACED[ask.store].filter((name) => name in ask.data && !ask.given.has(name))) {
      const value = ask.data[field];
      const isLater = (other: Ask): boolean =>
        other.index > ask.index && other.mark === ask.mark && (field in other.data || other.operation === 'remove');
      const isSuperseded = this.asks.some((other) => isLater(other) && other.device === ask.device && other.state !== 'failed');
      if (!isSuperseded && !about.some(({ after }) => after?.[field] === value)) {
        throw new Violation(
          'I1',
          `${ask.store} ${ask.mark}.${field} = ${JSON.stringify(value)} was called saved and never reached the server`,
        );
      }
    }
  }

  /** I10: the copy of whoever is signed in is what the server holds. Names of other records in a row are not compared. */
  requireSame(device: Device, userId: number, orgIds: readonly number[]): void {
    for (const org of orgIds.map((id) => this.world.server.orgOf(id))) {
      if (!org.members.has(userId)) {
        continue;
      }
      for (const collection of COLLECTIONS) {
        this.requireSameRows(device, org, collection);
      }
    }
  }

  private requireSameRows(device: Device, org: ModelOrg, collection: Collection): void {
    const here = new Map(rowsOf(device.db, collection).map((row) => [row.id, row]));
    for (const { row, isDeleted } of org.tables[collection].values()) {
      const copy = here.get(row.id);
      if (isDeleted ? copy !== undefined : copy === undefined) {
        throw new Violation('I10', `${device.name} ${isDeleted ? 'still shows' : 'lacks'} ${collection}/${row.id}`);
      }
      const expected = isDeleted ? null : answered(org, collection, row);
      for (const [field, value] of Object.entries(expected ?? {})) {
        if (copy?.[field] !== value && !DERIVED.has(field) && JSON.stringify(copy?.[field]) !== JSON.stringify(value)) {
          throw new Violation(
            'I10',
            `${device.name} shows ${collection}/${row.id}.${field} as ${JSON.stringify(copy?.[field])}, the server ${JSON.stringify(value)}`,
          );
        }
      }
      here.delete(row.id);
    }
    const extra = [...here.values()].find(({ organizationId }) => organizationId === org.id);
    if (extra) {
      throw new Violation('I10', `${device.name} shows ${collection}/${extra.id}, which the server never had`);
    }
  }
}
