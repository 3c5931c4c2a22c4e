import type { Usage, UsageItem, UsageKind } from '#shared/domain/usage.ts';
import { USAGE_KINDS } from '#shared/domain/usage.ts';
import { countedAs } from '#server/auth/attempt-limits.ts';
import type { AttemptCounter } from '#server/ports/limits.ts';
import type { Context } from '#server/context.ts';
import { countAttempts } from '#server/data/attempts.ts';
import { bytesHeld } from '#server/data/photo-quota.ts';
import { countApiKeys, countOwned, countPeople } from '#server/data/quotas.ts';

/** What is counted as it happens. */
const countersOf = ({ orgId, user }: Context): readonly (readonly [UsageKind, AttemptCounter])[] => [
  ['mails', ['mailOfOrganization', String(orgId)]],
  ['exports', ['exportOfOrganization', String(orgId)]],
  ['invitations', ['invitationOfAccount', String(user.id)]],
  ['requests', ['requestOfOrganization', String(orgId)]],
  ['writes', ['writeOfOrganization', String(orgId)]],
];

const readCounted = async (ctx: Context): Promise<UsageItem[]> => {
  const { settings } = ctx.limits;
  const counted = countersOf(ctx).map(([kind, counter]) => ({ kind, ...countedAs(counter, settings) }));
  const totals = await countAttempts(ctx.db, counted, ctx.now());
  return counted.map(({ kind, key, most, windowSeconds }) => ({ kind, used: totals.get(key) ?? 0, most, windowSeconds }));
};

/** How much of what is limited the organization has used, and the caller's part in it. Requests are those of some seconds ago. */
export const readUsage = async (ctx: Context): Promise<Usage> => {
  const { db, orgId, user, limits } = ctx;
  const { settings } = limits;
  const now = (kind: UsageKind, used: number, most: number): UsageItem => ({ kind, used, most, windowSeconds: null });
  const items = [
    now('bytes', (await bytesHeld(db, orgId, user.id)).all, settings.bytesPerOrganization),
    now('people', await countPeople(db, orgId), settings.peoplePerOrganization),
    now('organizations', await countOwned(db, user.id), settings.organizationsPerAccount),
    now('apiKeys', await countApiKeys(db, orgId), settings.apiKeysPerOrganization),
    ...(await readCounted(ctx)),
  ];
  return { items: items.toSorted((a, b) => USAGE_KINDS.indexOf(a.kind) - USAGE_KINDS.indexOf(b.kind)) };
};
