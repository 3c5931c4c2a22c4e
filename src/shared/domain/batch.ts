import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';
import { MOST_WRITES } from '#shared/domain/most-writes.ts';
import { because } from '#shared/messages/because.ts';

const MOST_LETTERS = 300;

const key = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, because('keyMalformed')));

/** A write as it would be sent alone: method, path, `Idempotency-Key`, `If-Match` and body. */
export const batchedWrite = z.object({
  key,
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().check(z.maxLength(MOST_LETTERS, because('textTooLong', { most: MOST_LETTERS }))),
  version: z.optional(z.int().check(z.positive())),
  body: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});
export type BatchedWrite = z.output<typeof batchedWrite>;

export const batchInput = z.object({
  writes: z
    .array(batchedWrite, because('writesMissing'))
    .check(z.minLength(1, because('writesMissing')), z.maxLength(MOST_WRITES, because('tooManyWrites', { most: MOST_WRITES }))),
});

/** What the write would have been answered alone: status, `X-Org-Seq`, `Idempotency-Replayed`, `Retry-After` and body. */
export const batchedAnswer = z.object({
  key,
  status: z.int(),
  seq: z.nullable(z.int()),
  isReplayed: z.boolean(),
  retryAfterSeconds: z.nullable(z.int()),
  body: z.unknown(),
});
export type BatchedAnswer = z.output<typeof batchedAnswer>;

export const batchAnswer = z.object({ answers: z.array(batchedAnswer) });

export const batchEndpoints = {
  send: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/batches',
    summary: 'Several writes in one call, each as if it had come alone',
    scope: 'organization',
    capability: 'records:read',
    body: batchInput,
    response: batchAnswer,
    status: 200,
    isRepeatable: true,
    isEnvelope: true,
    offline: 'queue',
  }),
};
