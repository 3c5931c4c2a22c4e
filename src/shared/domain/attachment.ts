import * as z from 'zod/mini';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { type AppError, refusal } from '#shared/lib/errors.ts';

/** A file that the organization has; entries name it in `photos` and in attachment fields. */
export const attachment = z.object({
  /** SHA-256 of the bytes in hex, plus the extension of the kind detected from them. */
  name: z.string(),
  contentType: z.string(),
  byteLength: z.int(),
});
export type Attachment = z.output<typeof attachment>;

/** The name under which the thumbnail of a file is stored, next to the file. */
export const thumbnailName = (name: string): string => `${name}.webp`;

/** The refusal of a file that is too large (specification 8.20). */
export const fileTooLarge = (): AppError =>
  refusal('too_large', 'fileTooLarge', { megabytes: MAX_FILE_BYTES / 1_048_576, bytes: MAX_FILE_BYTES });

export const attachmentEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/attachments/:sha256',
    summary: 'Whether the organization holds a file of this hash, for certain for two weeks more: then it need not be sent again',
    scope: 'organization',
    capability: 'records:read',
    response: attachment,
  }),
  put: defineEndpoint({
    method: 'PUT',
    path: '/api/organizations/:orgId/attachments/:sha256',
    summary: 'Send the bytes of a file; 201 if it is new, 200 if the organization held it already. An entry then names it',
    scope: 'organization',
    capability: 'jobEntries:write',
    body: 'bytes',
    response: attachment,
    status: 201,
    bodyLimit: MAX_FILE_BYTES,
  }),
  thumbnail: defineEndpoint({
    method: 'GET',
    path: '/api/photos/:name/thumbnail',
    summary: 'A small WebP of an attached picture, at most 320 pixels on its longer side',
    scope: 'user',
    capability: null,
    response: 'file',
  }),
};
