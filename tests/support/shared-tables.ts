/** Tables that belong to no organization; every other table belongs to one, decisions §11. */
export const SHARED = new Set([
  'attempts',
  'guesses',
  'ended_sessions',
  'identities',
  'installation',
  'known_devices',
  'mails',
  'one_time_tokens',
  'organizations',
  'passkeys',
  'recovery_codes',
  'second_steps',
  'security_events',
  'sessions',
  'store_leftovers',
  'users',
]);
