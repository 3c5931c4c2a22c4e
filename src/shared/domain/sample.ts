import * as z from 'zod/mini';
import { organization } from '#shared/domain/organization.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { isTimeZone } from '#shared/lib/is-time-zone.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { because } from '#shared/messages/because.ts';

/** How long a sample company stays if nobody removes it earlier. */
export const SAMPLE_DAYS = 7;

const LANGUAGE = because('languageUnknown', { languages: LANGUAGE_IDS });
const TIME_ZONE = because('timeZoneUnknown');

export const sampleInput = z.object({
  /** Of the person: a company of their language, if there is one. */
  language: z.optional(z.enum(LANGUAGE_IDS, LANGUAGE)),
  /** Where it is today. */
  timeZone: z.optional(z.string(TIME_ZONE).check(z.refine(isTimeZone, TIME_ZONE))),
});

export const sampleEndpoints = {
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/sample',
    summary: `A made-up company to look around in, for the caller alone; it is gone after ${SAMPLE_DAYS} days`,
    scope: 'user',
    capability: null,
    isRepeatable: true,
    body: sampleInput,
    response: organization,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/organizations/:orgId/sample',
    summary: 'Remove a sample company at once and for good',
    scope: 'organization',
    capability: 'organization:delete',
    isRepeatable: true,
    response: null,
  }),
};
