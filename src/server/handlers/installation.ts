import { readInstallation } from '#server/commands/read-installation.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const installationHandlers: Handlers['installation'] = {
  get: (ctx) => readInstallation(ctx),
};
