import { HALVORSEN } from '#demo/profiles/halvorsen.ts';
import { MESQUITE } from '#demo/profiles/mesquite.ts';
import { TAMMKAMP } from '#demo/profiles/tammkamp.ts';
import type { Profile } from '#demo/profile.ts';

/** The organizations of the demo, in the order of `COMPANIES`. */
export const PROFILES: readonly Profile[] = [HALVORSEN, TAMMKAMP, MESQUITE];
