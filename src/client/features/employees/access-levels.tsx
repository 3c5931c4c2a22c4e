import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import { grantableLevels } from '#shared/domain/employee.ts';
import { Badge } from '#client/ui/badge.tsx';
import { OwnerIcon } from '#client/ui/icons.tsx';

/** The levels of the management screens; the wizard has others, which are shown where they are stored (decisions §4). */
const MANAGED: ReadonlySet<AccessLevel> = new Set(['owner', 'manager', 'advanced', 'basic']);

/** What the form calls a level (specification 2 §6). */
export const LEVEL_OPTION: Record<AccessLevel, string> = { ...ACCESS_LEVEL_LABEL, advanced: 'Advanced User', basic: 'Basic User' };

/**
 * The levels that the form offers for an employee who holds `current` (null: a new one).
 * An owner stays one until somebody else is made owner.
 */
export const offeredLevels = (actor: AccessLevel, current: AccessLevel | null): AccessLevel[] =>
  current === 'owner' ? ['owner'] : grantableLevels(actor, current).filter((level) => level === current || MANAGED.has(level));

/** An access level in its word (specification 2 §2). */
export const AccessLevelBadge = ({ level }: { readonly level: AccessLevel }) =>
  level === 'owner' ? (
    <Badge tone="plum" icon={OwnerIcon}>
      {ACCESS_LEVEL_LABEL.owner}
    </Badge>
  ) : (
    <Badge tone="stone">{ACCESS_LEVEL_LABEL[level]}</Badge>
  );
