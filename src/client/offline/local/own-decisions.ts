import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { dependents, move, recreate, resolve, retry } from '#client/offline/outbox/decisions.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { kickAfter } from './own-changes.ts';

// Only the Sync screen needs these.

export const retryChange = (engine: Engine, id: string): Promise<boolean> => kickAfter(engine, retry(coreOf(engine), id));

export const moveChange = (engine: Engine, id: string, jobId: number): Promise<boolean> =>
  kickAfter(engine, move(coreOf(engine), id, jobId));

export const resolveChange = (engine: Engine, id: string, mine: ReadonlySet<string>): Promise<boolean> =>
  kickAfter(engine, resolve(coreOf(engine), id, mine));

export const recreateRecord = (engine: Engine, id: string, fields: readonly string[]): Promise<boolean> =>
  kickAfter(engine, recreate(coreOf(engine), id, fields));

export const dependentChanges = (engine: Engine, id: string): Promise<SyncItem[]> => dependents(coreOf(engine), id);
