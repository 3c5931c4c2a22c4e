/** Every access level that is stored; both vocabularies are kept as values (specification 7.10). */
export const ACCESS_LEVELS = ['owner', 'admin', 'manager', 'advanced', 'basic', 'employee'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The lower of two levels, as for an API key and the person who made it. */
export const lowerLevel = (left: AccessLevel, right: AccessLevel): AccessLevel =>
  ACCESS_LEVELS.indexOf(left) > ACCESS_LEVELS.indexOf(right) ? left : right;

/** The name of a level as people read it. */
export const ACCESS_LEVEL_LABEL = {
  owner: 'Owner',
  admin: 'Admin',
  manager: 'Manager',
  advanced: 'Advanced',
  basic: 'Basic',
  employee: 'Employee',
} as const satisfies Record<AccessLevel, string>;
