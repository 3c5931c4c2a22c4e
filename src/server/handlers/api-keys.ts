import { makeApiKeySecret } from '#server/auth/api-keys.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from '#server/data/api-keys.ts';
import { requireFreeApiKey } from '#server/data/quotas.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const apiKeyHandlers: Handlers['apiKeys'] = {
  list: (ctx) => listApiKeys(ctx),
  create: async (ctx, { body }) => {
    await requireFreeApiKey(ctx);
    const { secret, secretHash } = makeApiKeySecret(ctx.orgId);
    const values = { name: body.name, accessLevel: body.accessLevel ?? 'basic', isReadOnly: body.isReadOnly ?? false, secretHash } as const;
    return { ...(await insertApiKey(ctx, values)), secret };
  },
  revoke: async (ctx, { params }) => {
    await revokeApiKey(ctx, params.id);
    return undefined;
  },
};
