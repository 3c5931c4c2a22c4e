import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { writeEvery } from '#client/offline/outbox/write-every.ts';
import type { WriteIntent, Written } from '#client/offline/outbox/write.ts';

/** Keeps several changes, all or none (`keepChange`). */
export const keepChanges = async (engine: Engine, intents: readonly WriteIntent[]): Promise<Written[]> => {
  const written = await writeEvery(coreOf(engine), intents);
  engine.kickSoon();
  return written ?? [];
};
