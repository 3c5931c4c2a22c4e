import type { Random } from '#client/offline/engine/ports.ts';
import { hexOf } from '#client/offline/browser/hex.ts';

/** Randomness as the browser has it. `crypto.randomUUID` is missing on pages without TLS; random bytes are not. */
export const deviceRandom: Random = {
  uuid: () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    // Version 4, variant 1: RFC 9562.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  },
  fraction: () => Math.random(),
};
