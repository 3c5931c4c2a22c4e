import { kindNamedBy } from '#shared/kinds/references.ts';
import type { Context } from '#server/context.ts';
import { KIND_DATA } from '#server/data/kinds.ts';

const idsIn = (value: unknown): number[] => [value].flat().filter((id) => typeof id === 'number');

/** Refuses ids in a body that the organization does not have. Its fields say by their schemas which kind they name (decision 0048). */
export const requireReferences = async (ctx: Context, body: object): Promise<void> => {
  for (const [field, value] of Object.entries(body)) {
    const kind = kindNamedBy(field);
    if (kind !== undefined) {
      await KIND_DATA[kind].requireAll(ctx, idsIn(value), field);
    }
  }
};
