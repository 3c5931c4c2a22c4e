import * as z from 'zod/mini';
import { type Entity, KINDS } from '#shared/kinds/registry.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

let areTemporaryIdsFine = false;

/**
 * Runs a check in which records may also be named by a device's temporary ids, which are larger than any other. For the forms of the app,
 * whose engine knows the real id before anything is sent. The check must be synchronous.
 */
export const withTemporaryIds = <T>(check: () => T): T => {
  areTemporaryIdsFine = true;
  try {
    return check();
  } finally {
    areTemporaryIdsFine = false;
  }
};

/** At most the largest id, except in a check that allows temporary ones. */
const atMostLargest = (message: string) =>
  new z.core.$ZodCheckLessThan({
    check: 'less_than',
    value: LARGEST_ID,
    inclusive: true,
    error: () => message,
    when: ({ value }) => typeof value === 'number' && !areTemporaryIdsFine,
  });

/** Which kind of record an id names. `npm run routes` writes `kinds/derived.ts` from it, which the offline engine and imports use. */
export const namedKinds = z.registry<{ readonly kind: Entity }>();

/** The id of a record of this kind, as a number. */
export const idOf = (entity: Entity) => {
  const message = because('mustBeRecordId', { kind: { term: KINDS[entity].word } });
  return z.int(message).check(z.minimum(1, message), atMostLargest(message)).register(namedKinds, { kind: entity });
};

/** The same in what is stored and answered, where nothing has to be checked. */
export const storedIdOf = (entity: Entity) => z.int().register(namedKinds, { kind: entity });

/** An id in an address: digits only (specification 9.6: anything else is 400). */
export const pathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, because('mustBePositiveInteger'))),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(LARGEST_ID, because('mustBePositiveIntegerBelow', { limit: 2_147_483_648 }))),
  ),
);
