import { REFERENCES } from './derived.ts';
import type { Entity } from './registry.ts';

/** The kind of record that a field of this name refers to, by id or by a list of ids; undefined: to none. */
export const kindNamedBy = (field: string): Entity | undefined => (Object.hasOwn(REFERENCES, field) ? REFERENCES[field] : undefined);
