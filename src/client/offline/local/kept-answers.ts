import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';

/** Keeps an answer of the server under a name, unless someone else now has this device. Not for money (`keepMoneyCopy`). */
export const keepAnswer = (engine: Engine, orgId: number, name: string, answer: unknown): Promise<void> => {
  const core = coreOf(engine);
  return core.storage.write(
    ['meta'],
    async (tx) => {
      if ((await getMeta(tx, 'viewOf')) === core.session.userId()) {
        await putMeta(tx, `answers:${orgId}`, { ...(await getMeta(tx, `answers:${orgId}`)), [name]: answer });
      }
    },
    { durability: 'relaxed' },
  );
};

/** The last answer under this name; undefined if it is not here. */
export const findAnswer = (engine: Engine, orgId: number, name: string): Promise<unknown> => {
  const core = coreOf(engine);
  return core.storage.read(['meta'], async (tx) =>
    (await getMeta(tx, 'viewOf')) === core.session.userId() ? (await getMeta(tx, `answers:${orgId}`))?.[name] : undefined,
  );
};
