import { readLimits } from '#server/limits.ts';

/** For tests that do more with one account than any honest user: they are not about limits. */
export const WIDE_LIMITS = readLimits(
  `requestsPerAccount=1000000 writesPerAccount=1000000 requestsPerOrganization=1000000 writesPerOrganization=1000000
   organizationsPerAccount=100000 organizationsMadePerAccount=100000 invitationsPerAccount=100000 apiKeysPerOrganization=100000
   exportsPerOrganization=100000 importsPerAccount=100000 samplesPerAccount=100000 peoplePerOrganization=1000000`,
);
