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

/** What devices report concerns their own organization, and anyone can make one report it: nobody else is told. */
const isOfOthers = ({ kind, values: { organizationId } }: Concern, orgId: number): boolean =>
  kind === 'devices' && organizationId !== orgId;

/**
 * What the owner of an organization may know of the installation. If it has several, sizes, places and reasons are withheld: they are other
 * people's numbers.
 */
export const readInstallation = async ({ db, now, orgId, installation: { concerns, backups } }: Context): Promise<Installation> => {
  const state = await readBackupState(db, now());
  const isOnly = await isOnlyOrganization(db);
  const { lastGood, failing } = state;
  return {
    backups: {
      isScheduled: backups.isScheduled,
      lastAt: lastGood?.startedAt ?? null,
      lastVerifiedAt: state.lastVerifiedAt,
      failingSince: failing?.since ?? null,
      runningSince: state.runningSince,
      copiedUpTo: backups.copiedUpTo()?.toISOString() ?? null,
      details: isOnly ? detailsOf(state, backups.places) : null,
    },
    concerns: concerns()
      .filter((concern) => isOnly || !isOfOthers(concern, orgId))
      .map(toldConcern),
  };
};
