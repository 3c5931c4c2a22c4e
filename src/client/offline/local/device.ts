import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { EngineEvent } from '#client/offline/engine/ports.ts';
import { countByOrganization } from '#client/offline/outbox/waiting.ts';
import { getMeta } from '#client/offline/storage/meta.ts';

/** Hears of everything that changes on this device, in this tab or another. Returns an unsubscribe function. */
export const listen = (engine: Engine, listener: (event: EngineEvent) => void): (() => void) => coreOf(engine).bus.listen(listener);

/** Hears of records that were made here and got their real ids. Returns an unsubscribe function. */
export const onRealId = (engine: Engine, listener: (ids: { readonly tempId: number; readonly id: number }) => void): (() => void) =>
  listen(engine, (event) => {
    if (event.kind === 'mapped') {
      listener(event);
    }
  });

/** Tells every tab that somebody signed in or out: the copy on this device may be somebody else's now, or nobody's. */
export const announceView = (engine: Engine): void => coreOf(engine).bus.post({ kind: 'view' });

/** Who is signed in, as the engine last heard; null for nobody. */
export const signedInUser = (engine: Engine): number | null => coreOf(engine).session.userId();

/** Whether the device believes that it has a network: a hint, which decides nothing about success. */
export const hasNetwork = (engine: Engine): boolean => coreOf(engine).isOnline();

/** The time by the device's clock, milliseconds. */
export const deviceTime = (engine: Engine): number => coreOf(engine).clock.now();

/** What this device is called by the server, and in the office. */
export interface ThisDevice {
  readonly deviceId: string | null;
  readonly name: string;
}

export const readThisDevice = async (engine: Engine): Promise<ThisDevice> => {
  const { storage, deviceName } = coreOf(engine);
  const counters = await storage.read(['meta'], (tx) => getMeta(tx, 'counters'));
  return { deviceId: counters?.deviceId ?? null, name: deviceName };
};

/** What the stores hold of a user's unsent changes, and under which name of the device: undefined if they were emptied. */
export interface UnsentHere {
  readonly deviceId: string | undefined;
  readonly byOrganization: ReadonlyMap<number, number>;
}

export const countUnsent = (engine: Engine, userId: number): Promise<UnsentHere> =>
  coreOf(engine).storage.read(['meta', 'syncQueue'], async (tx) => ({
    deviceId: (await getMeta(tx, 'counters'))?.deviceId,
    byOrganization: await countByOrganization(tx, userId),
  }));
