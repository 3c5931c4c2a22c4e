import * as z from 'zod/mini';
import { GRACE_DAYS } from '#shared/domain/grace.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

/** Bytes of the largest export that can be imported. */
export const MAX_ARCHIVE_BYTES = 4 * 1_073_741_824;

const TYPE_THE_NAME = because('organizationNameNotTyped');
export const deletionInput = z.object({ name: z.string(TYPE_THE_NAME).check(z.trim(), z.minLength(1, TYPE_THE_NAME)) });

/** What an import created. */
export const imported = z.object({
  /** The id of the new organization. */
  id: z.int(),
  name: z.string(),
  /** People who get access when they sign in with the e-mail that they had. */
  waitingMembers: z.int(),
  /** Files missing from the export because their bytes were already lost. */
  missingFiles: z.int(),
});
export type Imported = z.output<typeof imported>;

export const archiveEndpoints = {
  export: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/export',
    summary: 'The whole organization as a zip: every list as CSV and as JSON lines, all files, and a manifest with counts and hashes',
    scope: 'organization',
    capability: 'organization:export',
    response: 'file',
    isSensitive: true,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/import',
    summary: 'Make an organization from such a zip; whoever sends it becomes its owner',
    scope: 'user',
    capability: null,
    body: 'bytes',
    response: imported,
    status: 201,
    bodyLimit: MAX_ARCHIVE_BYTES,
  }),
  requestDeletion: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/deletion',
    summary: `Delete the organization: from now on only its owner sees it, and after ${GRACE_DAYS} days it is gone`,
    scope: 'organization',
    capability: 'organization:delete',
    body: deletionInput,
    response: null,
    isSensitive: true,
  }),
  cancelDeletion: defineEndpoint({
    method: 'DELETE',
    path: '/api/organizations/:orgId/deletion',
    summary: 'Take the deletion of the organization back',
    scope: 'organization',
    capability: 'organization:delete',
    response: null,
  }),
};
