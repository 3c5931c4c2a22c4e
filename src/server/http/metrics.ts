import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type BackupState, readBackupState } from '#server/commands/read-backup-state.ts';
import type { KnownInstallation } from '#server/context.ts';
import { counters } from '#server/counters.ts';
import { countPhotoBytes, type DatabaseMetrics, readDatabaseMetrics } from '#server/data/database-metrics.ts';
import type { Database, PoolState } from '#server/db/database.ts';
import { CONCERNS, type Health } from '#server/health.ts';
import { programVersion } from '#server/program-version.ts';

export interface MetricsDeps {
  readonly db: Database & { readonly pool?: () => PoolState };
  readonly now: () => Date;
  /** Where the program stores files; its disk is watched. */
  readonly dataFolder: string;
  readonly countListeners: () => number;
  readonly health?: Health | undefined;
  /** Default: none are made. */
  readonly backups?: KnownInstallation['backups'] | undefined;
}

const FACTS_FOR_MS = 10_000;
const PHOTO_BYTES_FOR_MS = 600_000;

/** Asks again only after some time, however often it is read; undefined while it fails. */
const cached = <T>(read: () => Promise<T>, forMs: number): (() => Promise<T | undefined>) => {
  let readAt = -Infinity;
  let value: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - readAt >= forMs) {
      readAt = performance.now();
      value = read().catch(() => {
        readAt = -Infinity;
        return undefined;
      });
    }
    return value;
  };
};

const GAUGES = {
  headland_database_up: 'Whether the database answered just now',
  headland_database_pool_size: 'Connections that the program may open to the database',
  headland_database_pool_used: 'Connections in use',
  headland_database_pool_waiting: 'Requests that wait for a connection',
  headland_mails_waiting: 'Mails that are not sent yet',
  headland_mails_oldest_seconds: 'Since when the oldest of them waits',
  headland_notices_waiting: 'Notices that are not sent yet, also those that wait for the end of quiet hours',
  headland_devices_with_unsent_work: 'Devices that said last that they hold changes which have not arrived',
  headland_devices_needing_attention: 'Devices with changes that a person has to decide about',
  headland_unsent_changes: 'Changes on those devices',
  headland_live_listeners: 'Live connections of this process',
  headland_photo_bytes: 'Bytes of attached files',
  headland_disk_free_bytes: 'Free on the disk of DATA_DIR',
  headland_disk_size_bytes: 'Size of that disk',
  headland_backup_last_success_seconds: 'When the last good backup was begun, in seconds since 1970; 0: there is none',
  headland_backup_last_verified_seconds: 'When the last one was begun that was proven by restoring it; 0: there is none',
  headland_backup_failing: 'Whether every backup since the last good one has failed',
  headland_backup_bytes: 'Bytes of database and files in the last good backup',
  headland_wal_copied_seconds: 'Up to when every change is in a copy of the write-ahead log, in seconds since 1970',
  headland_housekeeping_last_success_seconds: 'When housekeeping last went through in this process, in seconds since 1970; 0: not yet',
} as const;

type Values = Readonly<Partial<Record<keyof typeof GAUGES, number>>>;

const ofPool = ({ db }: MetricsDeps): Values => {
  const pool = db.pool?.();
  return pool === undefined
    ? {}
    : { headland_database_pool_size: pool.size, headland_database_pool_used: pool.used, headland_database_pool_waiting: pool.waiting };
};

const ofFacts = (facts: DatabaseMetrics | undefined): Values =>
  facts === undefined
    ? { headland_database_up: 0 }
    : {
        headland_database_up: 1,
        headland_mails_waiting: facts.mailsWaiting,
        headland_mails_oldest_seconds: facts.oldestMailSeconds,
        headland_notices_waiting: facts.noticesWaiting,
        headland_devices_with_unsent_work: facts.devicesWithUnsentWork,
        headland_devices_needing_attention: facts.devicesNeedingAttention,
        headland_unsent_changes: facts.unsentChanges,
      };

const secondsOf = (moment: string | null): number => (moment === null ? 0 : Date.parse(moment) / 1000);

const ofBackups = (state: BackupState | undefined, backups: MetricsDeps['backups']): Values => {
  const copiedUpTo = backups?.copiedUpTo() ?? null;
  return {
    ...(state && {
      headland_backup_last_success_seconds: secondsOf(state.lastGood?.startedAt ?? null),
      headland_backup_last_verified_seconds: secondsOf(state.lastVerifiedAt),
      headland_backup_failing: state.failing === null ? 0 : 1,
      headland_backup_bytes: state.lastGood?.bytes ?? 0,
    }),
    ...(copiedUpTo && { headland_wal_copied_seconds: copiedUpTo.getTime() / 1000 }),
  };
};

const ofDisk = async ({ dataFolder }: MetricsDeps): Promise<Values> => {
  const disk = await statfs(dataFolder).catch(() => undefined);
  return disk === undefined
    ? {}
    : { headland_disk_free_bytes: disk.bavail * disk.bsize, headland_disk_size_bytes: disk.blocks * disk.bsize };
};

/** What `/metrics` reports (docs/operations.md). `observe` notes how long an answer took. */
export const createMetrics = (deps: MetricsDeps) => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const info = new Gauge({ name: 'headland_info', help: 'Version and epoch, as labels', labelNames: ['version', 'epoch'], registers });
  const concerns = new Gauge({
    name: 'headland_concerns',
    help: 'What is wrong with the installation: 1 for each kind and level that is',
    labelNames: ['kind', 'level'],
    registers,
  });
  const gauges = new Map(Object.entries(GAUGES).map(([name, help]) => [name, new Gauge({ name, help, registers })]));
  const counted = new Map(
    counters
      .read()
      .map(({ name, help, label }) => [name, new Counter({ name: `headland_${name}_total`, help, labelNames: [label], registers })]),
  );
  const version = programVersion();
  const facts = cached(() => readDatabaseMetrics(deps.db, deps.now()), FACTS_FOR_MS);
  const backupState = cached(() => readBackupState(deps.db, deps.now()), FACTS_FOR_MS);
  const photoBytes = cached(() => countPhotoBytes(deps.db), PHOTO_BYTES_FOR_MS);

  const show = (values: Values): void => {
    for (const [name, gauge] of gauges) {
      const value: unknown = Reflect.get(values, name);
      // What cannot be known now is left out: an old number would look like a good one.
      gauge.remove();
      if (typeof value === 'number') {
        gauge.set(value);
      }
    }
  };

  const refresh = async (): Promise<void> => {
    const [known, backups, bytes, disk] = await Promise.all([facts(), backupState(), photoBytes(), ofDisk(deps)]);
    show({
      ...ofPool(deps),
      ...ofFacts(known),
      ...ofBackups(backups, deps.backups),
      ...disk,
      ...(bytes === undefined ? {} : { headland_photo_bytes: bytes }),
      headland_live_listeners: deps.countListeners(),
      headland_housekeeping_last_success_seconds: (counters.lastOf('housekeeping') ?? 0) / 1000,
    });
    showConcerns();
    info.reset();
    info.set({ version, epoch: known?.epoch ?? 'unknown' }, 1);
    for (const { name, label, counts } of counters.read()) {
      const counter = counted.get(name);
      counter?.reset();
      counts.forEach(([value, count]) => counter?.inc({ [label]: value }, count));
    }
  };

  const showConcerns = (): void => {
    const known = deps.health?.concerns() ?? [];
    for (const kind of CONCERNS) {
      for (const level of ['warning', 'degraded'] as const) {
        concerns.set({ kind, level }, known.some((concern) => concern.kind === kind && concern.level === level) ? 1 : 0);
      }
    }
  };

  return {
    contentType: registry.contentType,
    observe: (operation: string, status: number, seconds: number): void =>
      durations.observe({ operation, status: String(status) }, seconds),
    text: async (): Promise<string> => {
      await refresh();
      return registry.metrics();
    },
  };
};
