import * as z from 'zod/mini';
import { can } from '#shared/access/capabilities.ts';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { oneTimeToken, passkeyOptions, passkeyResponse, user } from '#shared/domain/user.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

/** The number of recovery codes in a set. */
export const RECOVERY_CODES = 10;

/** The levels that an organization's requirement applies to: its owner and admins. */
export const isAskedForSecondStep = (level: AccessLevel): boolean => can(level, 'organization:write');

const NO_CODE = because('codeRequired');
/** Six digits of an app, or a recovery code, with or without spaces. */
export const stepCode = z.string(NO_CODE).check(z.trim(), z.minLength(1, NO_CODE), z.maxLength(40, because('codeTooLong')));

/** The state of the account's second step. */
export const secondStep = z.object({
  /** Since when codes of an app are asked for; null: they are not. */
  since: z.nullable(z.string()),
  recoveryCodesLeft: z.int(),
  /** The organizations that require a second step of this person, by name. */
  requiredBy: z.array(z.string()),
});

/** What an app needs to generate codes. */
export const newSecondStep = z.object({
  token: z.string(),
  /** In base32, for typing. */
  secret: z.string(),
  /** `otpauth:…`, for scanning. */
  address: z.string(),
});

export const recoveryCodeList = z.object({ recoveryCodes: z.array(z.string()) });

export const stepInput = z.object({ token: oneTimeToken, code: stepCode });
export const stepToken = z.object({ token: oneTimeToken });
export const stepPasskeyInput = z.object({
  token: oneTimeToken,
  /** From the passkey’s options. */
  passkeyToken: oneTimeToken,
  response: passkeyResponse,
  name: requiredLine(because('nameRequired')),
});

/** A member who can change the organization, and whether they have a second step. */
export const memberStep = z.object({
  employeeId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ACCESS_LEVELS),
  hasSecondStep: z.boolean(),
});

export const organizationStep = z.object({ isRequired: z.boolean(), members: z.array(memberStep) });
export type OrganizationStep = z.output<typeof organizationStep>;

const YES_OR_NO = because('mustBeTrueOrFalse');
export const requirementInput = z.object({ isRequired: z.boolean(YES_OR_NO) });

const ofAccount = { scope: 'user', capability: null } as const;
const ofSignIn = { method: 'POST', scope: 'public', capability: null } as const;

export const secondStepEndpoints = {
  get: defineEndpoint({
    ...ofAccount,
    method: 'GET',
    path: '/api/account/second-step',
    summary: 'How one’s second step stands',
    response: secondStep,
  }),
  begin: defineEndpoint({
    ...ofAccount,
    method: 'POST',
    path: '/api/account/second-step/options',
    summary: 'Begin to set up codes of an app',
    response: newSecondStep,
    status: 200,
    isRepeatable: true,
    isSensitive: true,
  }),
  add: defineEndpoint({
    ...ofAccount,
    method: 'POST',
    path: '/api/account/second-step',
    summary: 'Ask for codes of the app from now on; the recovery codes are in this answer and nowhere else',
    body: stepInput,
    response: recoveryCodeList,
    isRepeatable: true,
    isSensitive: true,
  }),
  remove: defineEndpoint({
    ...ofAccount,
    method: 'POST',
    path: '/api/account/second-step/remove',
    summary: 'Ask for codes no more',
    response: null,
    isRepeatable: true,
    isSensitive: true,
  }),
  renewCodes: defineEndpoint({
    ...ofAccount,
    method: 'POST',
    path: '/api/account/second-step/recovery-codes',
    summary: 'Make new recovery codes; the old ones end',
    response: recoveryCodeList,
    isRepeatable: true,
    isSensitive: true,
  }),
  finish: defineEndpoint({
    ...ofSignIn,
    path: '/api/login/second-step',
    summary: 'Finish a sign-in with a code',
    body: stepInput,
    response: user,
    status: 200,
  }),
  setUpOptions: defineEndpoint({
    ...ofSignIn,
    path: '/api/login/second-step/options',
    summary: 'Begin to set up codes of an app while signing in',
    body: stepToken,
    response: newSecondStep,
    status: 200,
  }),
  setUp: defineEndpoint({
    ...ofSignIn,
    path: '/api/login/second-step/set-up',
    summary: 'Finish a sign-in by setting up codes of an app',
    body: stepInput,
    response: recoveryCodeList,
    status: 200,
  }),
  setUpPasskeyOptions: defineEndpoint({
    ...ofSignIn,
    path: '/api/login/second-step/passkey-options',
    summary: 'Begin to make a passkey while signing in',
    body: stepToken,
    response: passkeyOptions,
    status: 200,
  }),
  setUpPasskey: defineEndpoint({
    ...ofSignIn,
    path: '/api/login/second-step/passkey',
    summary: 'Finish a sign-in by making a passkey',
    body: stepPasskeyInput,
    response: user,
    status: 200,
  }),
  ofOrganization: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/second-step',
    summary: 'Whether owner and admins need a second step, and who has one',
    scope: 'organization',
    capability: 'secondStep:require',
    response: organizationStep,
  }),
  require: defineEndpoint({
    method: 'PUT',
    path: '/api/organizations/:orgId/second-step',
    summary: 'Ask owner and admins for a second step, or no more',
    scope: 'organization',
    capability: 'secondStep:require',
    body: requirementInput,
    response: organizationStep,
    isSensitive: true,
  }),
};
