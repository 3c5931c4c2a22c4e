import type { Core } from './core.ts';
import type { Engine as OpenEngine } from './engine.ts';

/** The engine as code outside `offline` sees it, without its internals. */
export type Engine = Omit<OpenEngine, 'core'>;

/** The engine's internals. Only for modules of `offline`: `public.ts` never exports it. */
export const coreOf = (engine: Engine): Core => (engine as OpenEngine).core;
