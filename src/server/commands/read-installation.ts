import type { Installation, InstallationBackups, InstallationConcern } from '#shared/domain/installation.ts';
import { type BackupState, readBackupState } from '#server/commands/read-backup-state.ts';
import type { Context } from '#server/context.ts';
import { isOnlyOrganization } from '#server/data/backup-state.ts';
import type { Concern } from '#server/health.ts';

const detailsOf = ({ lastGood, failing }: BackupState, places: readonly string[]): InstallationBackups['details'] => ({
  bytes: lastGood?.bytes ?? null,
  rows: lastGood?.rows ?? null,
  files: lastGood?.files ?? null,
  places: [...places],
  failure: failing?.reason ?? null,
  unverifiedBecause: lastGood?.unverifiedBecause ?? null,
});

const toldConcern = ({ kind, level, code, values: { percent } }: Concern): InstallationConcern => ({
  kind,
  level,
  code,
  percent: typeof percent === 'number' ? percent : null,
});

/** Whether it is for this organization's owner: what is about one organization is nobody else's matter. */
const isTheirs = ({ values: { organizationId } }: Concern, orgId: number): boolean =>
  organizationId === undefined || organizationId === orgId;

/**
 * What the owner of an organization may know of the installation. Where it is not the only one there, sizes, places and reasons stay
 * unsaid: they are other people's numbers.
 */
export const readInstallation = async ({ db, now, orgId, installation: { concerns, backups } }: Context): Promise<Installation> => {
  const state = await readBackupState(db, now());
  const { lastGood, failing } = state;
  return {
    backups: {
      isScheduled: backups.isScheduled,
      lastAt: lastGood?.startedAt ?? null,
      lastVerifiedAt: state.lastVerifiedAt,
      failingSince: failing?.since ?? null,
      runningSince: state.runningSince,
      copiedUpTo: backups.copiedUpTo()?.toISOString() ?? null,
      details: (await isOnlyOrganization(db)) ? detailsOf(state, backups.places) : null,
    },
    concerns: concerns()
      .filter((concern) => isTheirs(concern, orgId))
      .map(toldConcern),
  };
};
