import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';

/** What an owner can be told about the program and the machine that it runs on. */
export const CONCERN_KINDS = ['disk', 'backup', 'corrupted', 'clock', 'devices'] as const;

export const installationConcern = z.object({
  kind: z.enum(CONCERN_KINDS),
  level: z.enum(['warning', 'degraded']),
  /** The exact condition, such as `disk_low`. */
  code: z.string(),
  /** The free share of a disk, if it is about one; null otherwise. */
  percent: z.nullable(z.number()),
});
export type InstallationConcern = z.output<typeof installationConcern>;

/** Kinds that concern the whole installation, including the other organizations on it. */
export const backupDetails = z.object({
  bytes: z.nullable(z.number()),
  rows: z.nullable(z.number()),
  files: z.nullable(z.number()),
  places: z.array(z.string()),
  failure: z.nullable(z.string()),
  unverifiedBecause: z.nullable(z.string()),
});

/** The state of the backups. */
export const installationBackups = z.object({
  isScheduled: z.boolean(),
  lastAt: z.nullable(z.string()),
  lastVerifiedAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  runningSince: z.nullable(z.string()),
  copiedUpTo: z.nullable(z.string()),
  details: z.nullable(backupDetails),
});
export type InstallationBackups = z.output<typeof installationBackups>;

export const installation = z.object({ backups: installationBackups, concerns: z.array(installationConcern) });
export type Installation = z.output<typeof installation>;

/** With this little left on a disk, it can no longer wait. */
const HARDLY_ANY_PERCENT = 5;

/** Whether the owner is told above every screen, and not only on the screen about the installation. */
export const isUrgent = ({ kind, code, percent }: InstallationConcern): boolean =>
  kind === 'disk' ? code === 'disk_full' || (percent ?? 100) < HARDLY_ANY_PERCENT : kind === 'corrupted' || code.startsWith('backup_');

export const installationEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/installation',
    summary: 'How it stands with the backups and with what the organization lives on',
    scope: 'organization',
    capability: 'installation:read',
    response: installation,
  }),
};
