import { requireSecondStep, stepOfOrganization } from '#server/commands/require-second-step.ts';
import {
  finishByPasskeySetUp,
  finishBySetUp,
  finishWithCode,
  optionsForPasskeySetUp,
  optionsForSetUp,
} from '#server/commands/second-step-sign-in.ts';
import { addSecondStep, beginSecondStep, removeSecondStep, renewRecoveryCodes, requireSession } from '#server/commands/second-step.ts';
import { toUser } from '#server/data/accounts.ts';
import { countRecoveryCodes, findSecondStep, listRequirers } from '#server/data/second-steps.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const secondStepHandlers: Handlers['secondSteps'] = {
  get: async (ctx) => {
    requireSession(ctx);
    const { id } = ctx.user;
    return {
      since: (await findSecondStep(ctx.db, id))?.createdAt ?? null,
      recoveryCodesLeft: await countRecoveryCodes(ctx.db, id),
      requiredBy: await listRequirers(ctx.db, id),
    };
  },
  begin: beginSecondStep,
  add: (ctx, { body }) => addSecondStep(ctx, body),
  remove: async (ctx) => {
    await removeSecondStep(ctx);
    return undefined;
  },
  renewCodes: renewRecoveryCodes,
  finish: async (ctx, { body }) => toUser(await finishWithCode(ctx, body)),
  setUpOptions: (ctx, { body }) => optionsForSetUp(ctx, body.token),
  setUp: (ctx, { body }) => finishBySetUp(ctx, body),
  setUpPasskeyOptions: (ctx, { body }) => optionsForPasskeySetUp(ctx, body.token),
  setUpPasskey: async (ctx, { body }) => toUser(await finishByPasskeySetUp(ctx, body)),
  ofOrganization: stepOfOrganization,
  require: (ctx, { body }) => requireSecondStep(ctx, body.isRequired),
};
