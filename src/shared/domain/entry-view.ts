import * as z from 'zod/mini';
import { flag, nullableText, requiredLine } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

/** The longest query of a view. */
const MAX_QUERY = 2000;

export const entryViewInput = z.object({
  name: requiredLine(because('viewNameRequired')),
  /** Whether everybody in the organization has it; otherwise it is the caller's own. */
  isShared: flag,
  /** The address's query of the review desk: filters, order, groups. */
  query: z.string(because('mustBeText')).check(z.maxLength(MAX_QUERY, because('textTooLong', { most: MAX_QUERY }))),
});
export const entryViewPatch = z.partial(entryViewInput);

/** A saved view of job entries. */
export const entryView = z.object({
  id: z.int(),
  organizationId: z.int(),
  name: z.string(),
  isShared: z.boolean(),
  query: z.string(),
  createdBy: z.int(),
  /** Who made it; null: someone who is no longer known here. */
  createdByName: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type EntryView = z.output<typeof entryView>;

/** The most views that one person has, and the most that an organization shares. */
export const MOST_VIEWS = 50;

export const entryViewEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/entry-views',
    summary: 'Saved views of job entries: those that are shared, and the caller’s own; by name',
    scope: 'organization',
    capability: 'records:read',
    response: z.array(entryView),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/entry-views',
    summary: 'Save a view of job entries; to share it takes a level that may check entries',
    scope: 'organization',
    capability: 'records:read',
    body: entryViewInput,
    response: entryView,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/organizations/:orgId/entry-views/:id',
    summary: 'Rename, share or redefine a saved view: one’s own, and shared ones for levels that may check entries',
    scope: 'organization',
    capability: 'records:read',
    body: entryViewPatch,
    response: entryView,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/organizations/:orgId/entry-views/:id',
    summary: 'Delete a saved view: one’s own, and shared ones for levels that may check entries',
    scope: 'organization',
    capability: 'records:read',
    response: null,
  }),
};
