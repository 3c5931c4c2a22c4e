import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** The most entries that can be checked in one call. */
export const MOST_CHECKS = 5000;

const VERSION = because('mustBeEntryVersion');
const TRUTH = because('mustBeTrueOrFalse');

/** An entry in the version that the user saw. */
export const seenEntry = z.object({ id: idOf('jobEntry'), version: z.int(VERSION).check(z.minimum(1, VERSION)) });
export type SeenEntry = z.output<typeof seenEntry>;

export const entryCheckInput = z.object({
  /** False unchecks. */
  isChecked: z.boolean(TRUTH),
  entries: z.array(seenEntry, because('entryRequired')).check(
    z.minLength(1, because('entryRequired')),
    z.maxLength(MOST_CHECKS, because('atMostEntries', { most: MOST_CHECKS })),
    z.refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, because('eachOnlyOnce')),
  ),
});

export const entryCheckResult = z.object({
  /** These now have the requested state. */
  entryIds: z.array(z.int()),
  /** No longer the versions that the user saw: changed, moved or deleted since. They are left as they are. */
  changedIds: z.array(z.int()),
});

export const entryCheckEndpoints = {
  set: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/entry-checks',
    summary: 'Note that the office checked entries as they stand, or take that back; a later change of an entry takes it back by itself',
    scope: 'organization',
    capability: 'jobEntries:check',
    body: entryCheckInput,
    response: entryCheckResult,
    status: 200,
  }),
};
