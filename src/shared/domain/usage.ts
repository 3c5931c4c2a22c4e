import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';

/** What is limited, in the order in which an organization's owner sees it; `organizations` are those that the calling person owns. */
export const USAGE_KINDS = [
  'bytes',
  'people',
  'organizations',
  'apiKeys',
  'mails',
  'exports',
  'invitations',
  'requests',
  'writes',
] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** How much of something is used, and its limit. */
export const usageItem = z.object({
  kind: z.enum(USAGE_KINDS),
  used: z.number(),
  most: z.number(),
  /** The time window in seconds, ending now; null: at any one time. */
  windowSeconds: z.nullable(z.int()),
});
export type UsageItem = z.output<typeof usageItem>;

export const usage = z.object({ items: z.array(usageItem) });
export type Usage = z.output<typeof usage>;

/** From this share on the owner is told, before anything is refused. */
const NEARLY = 0.8;

export const isNearlyUsed = ({ used, most }: Pick<UsageItem, 'used' | 'most'>): boolean => used >= NEARLY * most;

export const usageEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/usage',
    summary: 'How much of what is limited the organization has used',
    scope: 'organization',
    capability: 'members:manage',
    response: usage,
  }),
};
