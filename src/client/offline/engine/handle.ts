import type { Core } from './core.ts';
import type { Engine as OpenEngine } from './engine.ts';

/** The engine as everything outside of `offline` knows it: what it works with stays inside. */
export type Engine = Omit<OpenEngine, 'core'>;

/** What an engine works with. Only for modules of `offline`: the door never exports it. */
export const coreOf = (engine: Engine): Core => (engine as OpenEngine).core;
