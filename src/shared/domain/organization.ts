import * as z from 'zod/mini';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { calendarDate, requiredLine } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

/** Steps of the wizard in their order (specification 1 §4). */
export const ONBOARDING_STEPS = ['employees', 'service-fields', 'services', 'equipment', 'customers', 'completed'] as const;

const onboardingStep = z.enum(ONBOARDING_STEPS, 'Unknown onboarding step');

export const organizationInput = z.object({
  name: requiredLine('Organization name is required'),
  onboardingStep: z.optional(onboardingStep),
  seasonStartDate: z.optional(z.nullable(calendarDate())),
});
export const organizationPatch = z.partial(organizationInput);

export const organization = z.object({
  id: z.int(),
  name: z.string(),
  onboardingCompleted: z.boolean(),
  onboardingStep: z.string(),
  /** `yyyy-MM-dd`, of which month and day count. */
  seasonStartDate: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** What the signed-in user is here, and the employee who he is. */
  role: z.enum(ACCESS_LEVELS),
  employeeId: z.int(),
});
export type Organization = z.output<typeof organization>;

export const organizationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations',
    summary: 'Organizations of the signed-in user',
    scope: 'user',
    capability: null,
    response: z.array(organization),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations',
    summary: 'Create an organization with its owner and the six system fields',
    scope: 'user',
    capability: null,
    body: organizationInput,
    response: organization,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId',
    summary: 'Read an organization',
    scope: 'organization',
    capability: 'records:read',
    response: organization,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/organizations/:orgId',
    summary: 'Change an organization or advance its wizard',
    scope: 'organization',
    capability: 'organization:write',
    body: organizationPatch,
    response: organization,
  }),
};
