import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { EngineEvent } from '#client/offline/engine/ports.ts';
import { countByOrganization } from '#client/offline/outbox/count-waiting.ts';
import { getMeta } from '#client/offline/storage/meta.ts';

/** Listens to everything that changes on this device, in this tab or another. Returns an unsubscribe function. */
export const listen = (engine: Engine, listener: (event: EngineEvent) => void): (() => void) => coreOf(engine).bus.listen(listener);

/** Listens for records that were made here and got their real ids. Returns an unsubscribe function. */
export const onRealId = (engine: Engine, listener: (ids: { readonly tempId: number; readonly id: number }) => void): (() => void) =>
  listen(engine, (event) => {
    if (event.kind === 'mapped') {
      event.made.forEach(listener);
    }
  });

/** Tells every tab that someone signed in or out: the copy on this device may now be someone else's, or nobody's. */
export const announceView = (engine: Engine): void => coreOf(engine).bus.post({ kind: 'view' });

/** The signed-in user as the engine last heard; null for nobody. */
export const signedInUser = (engine: Engine): number | null => coreOf(engine).session.userId();

/** Whether the device believes it has a network: a hint; success never depends on it. */
export const hasNetwork = (engine: Engine): boolean => coreOf(engine).isOnline();

/** The time by the device's clock, in milliseconds. */
export const deviceTime = (engine: Engine): number => coreOf(engine).clock.now();

/** A user's unsent changes in the stores, and the device's id there: undefined if the stores were emptied. */
export interface UnsentHere {
  readonly deviceId: string | undefined;
  readonly byOrganization: ReadonlyMap<number, number>;
}

export const countUnsent = (engine: Engine, userId: number): Promise<UnsentHere> =>
  coreOf(engine).storage.read(['meta', 'syncQueue'], async (tx) => ({
    deviceId: (await getMeta(tx, 'counters'))?.deviceId,
    byOrganization: await countByOrganization(tx, userId),
  }));
