import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import { type EditOptions, dependents, discard, edit, move, recreate, resolve, retry } from './revise.ts';
import { type Counts, countSentSince, countWaiting, listAttention, listSent, listWaiting } from './waiting.ts';
import type { WriteIntent } from './write.ts';

/** What screens ask about the signed-in user's own changes, and decide about them. Without a signed-in user there are none. */
export abstract class OwnChanges {
  abstract readonly core: Core;
  /** There may be something to do: look now. */
  abstract kick: () => void;

  retry = (id: string): Promise<boolean> => this.kickAfter(retry(this.core, id));
  edit = (id: string, data: NonNullable<WriteIntent['data']>, options?: EditOptions): Promise<boolean> =>
    this.kickAfter(edit(this.core, id, data, options));
  move = (id: string, jobId: number): Promise<boolean> => this.kickAfter(move(this.core, id, jobId));
  resolve = (id: string, mine: ReadonlySet<string>): Promise<boolean> => this.kickAfter(resolve(this.core, id, mine));
  discard = (ids: readonly string[]): Promise<SyncItem[]> => this.kickAfter(discard(this.core, ids));
  recreate = (id: string, fields: readonly string[]): Promise<boolean> => this.kickAfter(recreate(this.core, id, fields));
  dependents = (id: string): Promise<SyncItem[]> => dependents(this.core, id);

  waiting = async (after: number, limit: number) => this.ofUser([], (userId) => listWaiting(this.core, userId, after, limit));
  attention = async () => this.ofUser([], (userId) => listAttention(this.core, userId));
  sent = async (limit: number) => this.ofUser([], (userId) => listSent(this.core, userId, limit));
  sentSince = async (since: number) => this.ofUser(0, (userId) => countSentSince(this.core, userId, since));
  counts = async (): Promise<Counts> => this.ofUser({ pending: 0, attention: 0 }, (userId) => countWaiting(this.core, userId));
  readOrganizations = async () => this.ofUser(null, (userId) => readOrganizations(this.core, userId));

  private async kickAfter<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    this.kick();
    return result;
  }

  protected async ofUser<T>(nobody: T, work: (userId: number) => Promise<T>): Promise<T> {
    const userId = this.core.session.userId();
    return userId === null ? nobody : work(userId);
  }
}
