import { readOffice } from '#server/commands/read-office.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const officeHandlers: Handlers['office'] = { get: (ctx) => readOffice(ctx) };
