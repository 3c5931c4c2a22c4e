import type { Employee } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';

/** What has become of a link while it is shown: opened by somebody, too old, or replaced or withdrawn elsewhere. */
export type Fate = 'open' | 'used' | 'expired' | 'withdrawn';

/** `waiting`: the links that are neither accepted nor revoked, undefined while they are not known to be as they are since the link was made. */
export const fateOf = (
  link: Pick<Invitation, 'id' | 'expiresAt'>,
  { userId }: Pick<Employee, 'userId'>,
  waiting: readonly Pick<Invitation, 'id' | 'state'>[] | undefined,
  now: number,
): Fate => {
  if (userId !== null) {
    return 'used';
  }
  const kept = waiting?.find(({ id }) => id === link.id);
  if (Date.parse(link.expiresAt) <= now || kept?.state === 'expired') {
    return 'expired';
  }
  return waiting && kept?.state !== 'open' ? 'withdrawn' : 'open';
};
