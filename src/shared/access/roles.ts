/** Every access level that is stored; both vocabularies of the specification are kept as values (decisions §4). */
export const ACCESS_LEVELS = ['owner', 'admin', 'manager', 'advanced', 'basic', 'employee'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The lower of two levels: what a key may do that somebody made. */
export const lowerLevel = (left: AccessLevel, right: AccessLevel): AccessLevel =>
  ACCESS_LEVELS.indexOf(left) > ACCESS_LEVELS.indexOf(right) ? left : right;

/** The word people read for a level. */
export const ACCESS_LEVEL_LABEL = {
  owner: 'Owner',
  admin: 'Admin',
  manager: 'Manager',
  advanced: 'Advanced',
  basic: 'Basic',
  employee: 'Employee',
} as const satisfies Record<AccessLevel, string>;
