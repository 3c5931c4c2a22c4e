import { plainWords } from '#shared/lib/plain-words.ts';

/**
 * A name for finding what is meant: without case, accents, umlauts, signs and repeated spaces, and with `ss` for `ß` and `ue` kept apart
 * from `u`. 'Müller & Söhne GmbH' and 'muller sohne gmbh' are the same, 'Mueller' is another.
 */
export const foldName = (name: string): string =>
  plainWords(name.replaceAll('ß', 'ss'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
