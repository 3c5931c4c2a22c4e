import type { AccessLevel } from '#shared/access/roles.ts';
import { grantableLevels } from '#shared/domain/employee.ts';
import { LEVEL_NAME } from '#client/entities/members/level-words.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { type ControlProps, Select } from '#client/ui/field.tsx';
import { OwnerIcon } from '#client/ui/icons.tsx';

/** The levels of the management screens; the wizard has others, which are shown where they are stored (specification 7.10). */
const MANAGED: ReadonlySet<AccessLevel> = new Set(['owner', 'manager', 'advanced', 'basic']);

/**
 * The levels that the form offers for an employee who holds `current` (null: a new one). An owner remains one until somebody else becomes
 * owner.
 */
export const offeredLevels = (actor: AccessLevel, current: AccessLevel | null): AccessLevel[] =>
  current === 'owner' ? ['owner'] : grantableLevels(actor, current).filter((level) => level === current || MANAGED.has(level));

/** An access level by its name (specification 4.14). */
export const AccessLevelBadge = ({ level }: { readonly level: AccessLevel }) =>
  level === 'owner' ? (
    <Badge tone="plum" icon={OwnerIcon}>
      {t(LEVEL_NAME.owner)}
    </Badge>
  ) : (
    <Badge tone="stone">{t(LEVEL_NAME[level])}</Badge>
  );

interface LevelSelectProps {
  readonly control: ControlProps;
  readonly levels: readonly AccessLevel[];
  readonly value: AccessLevel;
  readonly disabled?: boolean;
  /** What the levels are called here. */
  readonly names?: Readonly<Record<AccessLevel, PlainText>>;
  readonly onChange: (level: AccessLevel) => void;
}

/** A picker for one of these access levels. */
export const LevelSelect = ({ control, levels, value, disabled = false, names = LEVEL_NAME, onChange }: LevelSelectProps) => (
  <Select
    {...control}
    disabled={disabled}
    value={value}
    onChange={({ target }) => onChange(levels.find((level) => level === target.value) ?? value)}
  >
    {levels.map((level) => (
      <option key={level} value={level}>
        {t(names[level])}
      </option>
    ))}
  </Select>
);
