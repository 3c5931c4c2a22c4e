import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** The most entries that are checked in one go. */
export const MOST_CHECKS = 5000;

const VERSION = because('mustBeEntryVersion');
const TRUTH = because('mustBeTrueOrFalse');

/** An entry as somebody saw it. */
export const seenEntry = z.object({ id: idOf('jobEntry'), version: z.int(VERSION).check(z.minimum(1, VERSION)) });
export type SeenEntry = z.output<typeof seenEntry>;

export const entryCheckInput = z.object({
  /** False takes a check back. */
  isChecked: z.boolean(TRUTH),
  entries: z.array(seenEntry, because('entryRequired')).check(
    z.minLength(1, because('entryRequired')),
    z.maxLength(MOST_CHECKS, because('atMostEntries', { most: MOST_CHECKS })),
    z.refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, because('eachOnlyOnce')),
  ),
});

export const entryCheckResult = z.object({
  /** They are now as was asked. */
  entryIds: z.array(z.int()),
  /** Not the ones that were seen any more: changed, moved or deleted meanwhile. They stay as they are. */
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
