import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';

/** What an owner can be told of the program and the machine that the organization lives on. */
export const CONCERN_KINDS = ['disk', 'backup', 'corrupted', 'clock', 'devices'] as const;

export const installationConcern = z.object({
  kind: z.enum(CONCERN_KINDS),
  level: z.enum(['warning', 'degraded']),
  /** What exactly it is, such as `disk_low`. */
  code: z.string(),
  /** How much of a disk is left, where it is about that; null: it is not. */
  percent: z.nullable(z.number()),
});
export type InstallationConcern = z.output<typeof installationConcern>;

/** What tells of the installation as a whole, and with several organizations of the others, too. */
export const backupDetails = z.object({
  bytes: z.nullable(z.number()),
  rows: z.nullable(z.number()),
  files: z.nullable(z.number()),
  places: z.array(z.string()),
  failure: z.nullable(z.string()),
  unverifiedBecause: z.nullable(z.string()),
});

/** How it stands with the backups. */
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

/** From so little on a disk is no matter for some day any more. */
const HARDLY_ANY_PERCENT = 5;

/** Whether an owner is to be told above every screen, and not only where they look. */
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
