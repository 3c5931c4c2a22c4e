import * as z from 'zod/mini';
import { listOf } from '#server/env/names.ts';

const LEAST = 32;

/** One secret containing spaces or commas was allowed before there were lists: then none of its parts is long enough for one. */
const isOne = (text: string): boolean => listOf(text).every((word) => word.length < LEAST);

/** A secret of at least 32 characters, or several. */
export const secrets = z.optional(
  z
    .string()
    .check(
      z.refine(
        (text) => text.length >= LEAST && (isOne(text) || listOf(text).every((word) => word.length >= LEAST)),
        `SESSION_SECRET must have at least ${LEAST} characters, and so must each of several`,
      ),
    ),
);

/** Newest first; null: none is set. */
export const readSecrets = (text: string | undefined): readonly string[] | null => {
  if (text === undefined) {
    return null;
  }
  return isOne(text) ? [text] : listOf(text);
};
