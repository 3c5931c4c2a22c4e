import * as z from 'zod/mini';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { flag, requiredLine } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

/** The most that a key may do: managing members and the organization is left to people. */
export const API_KEY_LEVELS = ['manager', 'advanced', 'basic'] as const;

export const apiKeyInput = z.object({
  name: requiredLine(because('nameRequired')),
  accessLevel: z.optional(z.enum(API_KEY_LEVELS, because('accessLevelOfKeyUnknown'))),
  isReadOnly: flag,
});

export const apiKey = z.object({
  id: z.int(),
  organizationId: z.int(),
  name: z.string(),
  /** The key acts as the person who made it, with this level or theirs, whichever is lower. */
  accessLevel: z.enum(ACCESS_LEVELS),
  isReadOnly: z.boolean(),
  userId: z.int(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof apiKey>;

/** The secret is returned only once; null when the same `Idempotency-Key` is sent again, because it is not stored. */
export const newApiKey = z.extend(apiKey, { secret: z.nullable(z.string()) });

export const apiKeyEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/api-keys',
    summary: 'API keys of the organization, revoked ones included, by name',
    scope: 'organization',
    capability: 'organization:write',
    response: z.array(apiKey),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/api-keys',
    summary: 'Make an API key; its secret is in this answer and nowhere else',
    scope: 'organization',
    capability: 'organization:write',
    body: apiKeyInput,
    response: newApiKey,
    secretFields: ['secret'],
    isSensitive: true,
  }),
  revoke: defineEndpoint({
    method: 'DELETE',
    path: '/api/organizations/:orgId/api-keys/:id',
    summary: 'Revoke an API key, at once and for good',
    scope: 'organization',
    capability: 'organization:write',
    response: null,
  }),
};
