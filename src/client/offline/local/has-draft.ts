import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { DraftPrefix } from '#client/offline/local/drafts.ts';

/** Whether there is a draft whose key has the prefix. */
export const hasDraft = (engine: Engine, prefix: DraftPrefix): Promise<boolean> =>
  coreOf(engine).storage.read(['meta'], async (tx) => (await tx.count('meta', { from: prefix, to: `${prefix}~`, limit: 1 })) > 0);
