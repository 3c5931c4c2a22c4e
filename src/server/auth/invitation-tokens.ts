import { createHash } from 'node:crypto';
import { newToken } from '#server/auth/one-time-tokens.ts';

// 256 random bits cannot be guessed, so a plain hash is enough.
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token of a new link, and the hash that is stored. The token contains the organization, so that the invitation is looked up within
 * that one.
 */
export const makeInvitationToken = (organizationId: number): { token: string; tokenHash: Buffer } => {
  const token = `${organizationId}-${newToken()}`;
  return { token, tokenHash: hashOf(token) };
};

const TOKEN = /^([1-9]\d{0,9})-[\w-]{43}$/;

/** Where to look for the invitation; undefined if the token is not of our form. */
export const readInvitationToken = (token: string): { organizationId: number; tokenHash: Buffer } | undefined => {
  const organizationId = Number(TOKEN.exec(token)?.[1] ?? 0);
  return organizationId === 0 || organizationId > 2_147_483_647 ? undefined : { organizationId, tokenHash: hashOf(token) };
};
