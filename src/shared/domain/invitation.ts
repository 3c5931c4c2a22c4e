import * as z from 'zod/mini';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { optionalEmail } from '#shared/domain/email.ts';
import { accessLevel } from '#shared/domain/employee.ts';
import { nullableText, optionalLine } from '#shared/domain/fields.ts';
import { organization } from '#shared/domain/organization.ts';
import { oneTimeToken } from '#shared/domain/user.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { because } from '#shared/messages/because.ts';

/** How long an invitation can be accepted (specification 7.8). */
export const INVITATION_DAYS = 14;

/** `revoked` also covers invitations by members who may no longer invite to this access level. */
export const INVITATION_STATES = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** The language of the mail, for recipients whose account has none. */
const mailLanguage = z.optional(z.enum(LANGUAGE_IDS, because('languageUnknown', { languages: LANGUAGE_IDS })));

export const invitationInput = z.object({
  /** The employee who joins with it, with their own name and e-mail, which override any given here; a level given here becomes theirs. */
  employeeId: z.optional(idOf('employee')),
  name: optionalLine,
  email: optionalEmail,
  accessLevel: z.optional(accessLevel),
  language: mailLanguage,
});

/** The link that is to be mailed, and in which language. */
export const invitationMail = z.object({ token: oneTimeToken, language: mailLanguage });

/** Whether the link is on its way; it is not if too many mails went out recently. */
export const invitationMailed = z.object({ isMailed: z.boolean() });

export const invitation = z.object({
  id: z.int(),
  organizationId: z.int(),
  /**
   * The employee who joins with it: name, e-mail and level are theirs, as they are now. Null: the person who accepts it becomes a new
   * employee.
   */
  employeeId: z.nullable(z.int()),
  /** Whom it is for, as the inviting person calls them. */
  name: nullableText,
  /** The only account that may accept it; null: anyone who has the link. */
  email: nullableText,
  accessLevel: z.enum(ACCESS_LEVELS),
  state: z.enum(INVITATION_STATES),
  createdBy: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.output<typeof invitation>;

/** The token is returned only once; null when the same `Idempotency-Key` is sent again, because it is not stored. */
export const newInvitation = z.extend(invitation, { token: z.nullable(z.string()), isMailed: z.boolean() });

export const invitationToken = z.object({ token: oneTimeToken });

/** What a person with the link can see. */
export const invitationLook = z.object({
  organizationId: z.int(),
  organizationName: z.string(),
  role: z.enum(ACCESS_LEVELS),
  /** Who made it. */
  invitedBy: nullableText,
  /** Whom it is for, the name masked except for its first letter; null: anyone who has the link. */
  email: nullableText,
  state: z.enum(INVITATION_STATES),
  expiresAt: z.string(),
});
export type InvitationLook = z.output<typeof invitationLook>;

export const invitationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/invitations',
    summary: 'Invitations that nobody has accepted or revoked, newest first',
    scope: 'organization',
    capability: 'members:manage',
    response: z.array(invitation),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/invitations',
    summary: 'Invite someone; the link’s token is in this answer and nowhere else',
    scope: 'organization',
    capability: 'members:manage',
    body: invitationInput,
    response: newInvitation,
    secretFields: ['token'],
  }),
  mail: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/invitations/:id/mail',
    summary: 'Mail the link of an invitation to the e-mail that it is for',
    scope: 'organization',
    capability: 'members:manage',
    body: invitationMail,
    response: invitationMailed,
    status: 200,
  }),
  revoke: defineEndpoint({
    method: 'DELETE',
    path: '/api/organizations/:orgId/invitations/:id',
    summary: 'Revoke an invitation, at once and for good',
    scope: 'organization',
    capability: 'members:manage',
    response: null,
  }),
  look: defineEndpoint({
    method: 'POST',
    path: '/api/invitations/look',
    summary: 'What an invitation is to',
    scope: 'public',
    capability: null,
    body: invitationToken,
    response: invitationLook,
    status: 200,
  }),
  accept: defineEndpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    summary: 'Accept an invitation, and become a member',
    scope: 'user',
    capability: null,
    body: invitationToken,
    response: organization,
    status: 200,
  }),
};
