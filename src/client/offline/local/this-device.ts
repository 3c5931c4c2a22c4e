import { deviceNameOf } from '#shared/lib/device-name.ts';
import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { getMeta } from '#client/offline/storage/meta.ts';

/** This device's id on the server, and its name in the office, such as 'Chrome on Android'. */
export interface ThisDevice {
  readonly deviceId: string | null;
  readonly name: string;
}

export const readThisDevice = async (engine: Engine): Promise<ThisDevice> => {
  const { storage, userAgent } = coreOf(engine);
  const counters = await storage.read(['meta'], (tx) => getMeta(tx, 'counters'));
  return { deviceId: counters?.deviceId ?? null, name: deviceNameOf(userAgent) };
};
