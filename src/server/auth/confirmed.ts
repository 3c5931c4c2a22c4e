import { CONFIRMED_MINUTES } from '#shared/domain/confirmation.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { UserContext } from '#server/context.ts';

/** How long after its person last proved their identity a session may do sensitive things. */
export const confirmedUntil = (authenticatedAt: string): Date => new Date(Date.parse(authenticatedAt) + CONFIRMED_MINUTES * 60_000);

/** A clock that ran ahead confirms nobody for the time it was ahead. */
const SLACK_MS = 3_600_000;

/** Whether it may at `now`. */
export const isConfirmedAt = ({ authenticatedAt }: { readonly authenticatedAt: string }, now: Date): boolean =>
  now < confirmedUntil(authenticatedAt) && Date.parse(authenticatedAt) < now.getTime() + SLACK_MS;

/**
 * 403 `confirm_needed` unless the person has recently proved their identity. For calls that need it only in some cases: mark their endpoint
 * `'in-part'`.
 */
export const requireConfirmed = ({ isConfirmed }: Pick<UserContext, 'isConfirmed'>): void => {
  if (!isConfirmed) {
    throw refusal('confirm_needed', 'confirmFirst');
  }
};
