import type { AccessLevel } from '#shared/access/roles.ts';

const owner: readonly AccessLevel[] = ['owner'];
const admins: readonly AccessLevel[] = [...owner, 'admin'];
const managers: readonly AccessLevel[] = [...admins, 'manager'];
const advanced: readonly AccessLevel[] = [...managers, 'advanced'];
const everybody: readonly AccessLevel[] = [...advanced, 'basic', 'employee'];

/** Who may do what (specification 7.12). Rules that depend on a record are in `shared/domain`. */
export const CAPABILITIES = {
  'records:read': everybody,
  'jobEntries:write': everybody,
  'jobEntries:writeOfOthers': advanced,
  'jobEntries:check': managers,
  'customers:write': advanced,
  'jobs:write': advanced,
  'jobs:bill': managers,
  'records:delete': managers,
  'setup:write': managers,
  'employees:write': managers,
  'managers:make': admins,
  'members:manage': admins,
  'devices:readOfOthers': managers,
  'organization:export': managers,
  'money:read': managers,
  'money:write': managers,
  'organization:write': admins,
  'organization:delete': owner,
  'ownership:transfer': owner,
  'signIns:read': owner,
  'secondStep:require': owner,
  'installation:read': owner,
} as const satisfies Record<string, readonly AccessLevel[]>;

export type Capability = keyof typeof CAPABILITIES;

/** Whether this level may do it. Code asks for capabilities, never for a level. */
export const can = (level: AccessLevel, capability: Capability): boolean => CAPABILITIES[capability].includes(level);
