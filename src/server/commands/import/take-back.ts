import { setImmediate as breathe } from 'node:timers/promises';
import { can } from '#shared/access/capabilities.ts';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import { IMPORT_DAYS, ROWS_AT_ONCE, type NamedKind, type TakenBack, type MadeRecord } from '#shared/domain/import.ts';
import { removerOf } from '#shared/kinds/registry.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { requireKind } from '#server/commands/import/read-import.ts';
import { inImport } from '#server/commands/import/run-import.ts';
import { restoreRecord } from '#server/commands/import/write-row.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { customerData } from '#server/data/customers.ts';
import { employeeData } from '#server/data/employees.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { findUsed, findVersions } from '#server/data/import-known.ts';
import { listWritten, lockImport, type StoredImport, updateImport } from '#server/data/imports.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { jobData } from '#server/data/jobs.ts';
import { PLAIN_KINDS } from '#server/data/plain-kinds.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

type Kind = MadeRecord['kind'] | 'jobEntry';

type Remove = (ctx: Context, ids: readonly number[]) => Promise<unknown>;

const oneByOne =
  (remove: (ctx: Context, id: number) => Promise<unknown>): Remove =>
  async (ctx, ids) => {
    for (const id of ids) {
      await remove(ctx, id);
    }
  };

const REMOVE: Readonly<Record<Kind, Remove>> = {
  customer: customerData.removeAll,
  employee: oneByOne((ctx, id) => employeeData.remove(ctx, id)),
  equipment: equipmentData.removeAll,
  implement: PLAIN_KINDS.implement.removeAll,
  serviceType: serviceTypeData.removeAll,
  customDataField: customDataFieldData.removeAll,
  job: oneByOne((ctx, id) => jobData.remove(ctx, id)),
  jobEntry: oneByOne((ctx, id) => jobEntryData.remove(ctx, id, '')),
};

const KIND_OF: Readonly<Record<ImportKind, NamedKind | 'jobEntry'>> = {
  customers: 'customer',
  employees: 'employee',
  equipment: 'equipment',
  implements: 'implement',
  serviceTypes: 'serviceType',
  jobEntries: 'jobEntry',
};

const requireTakeable = (ctx: Context, { kind, state, createdAt, doneAt }: StoredImport): void => {
  requireKind(ctx, kind);
  if (kind !== 'jobEntries' && !can(ctx.level, removerOf(KIND_OF[kind]))) {
    throw refusal('forbidden', 'accessLevelTooLow');
  }
  if (state === 'takenBack') {
    throw refusal('conflict', 'importTakenBack');
  }
  if (state === 'read') {
    throw refusal('conflict', 'importNotDone');
  }
  if (new Date(doneAt ?? createdAt) < daysBefore(ctx.now(), IMPORT_DAYS)) {
    throw refusal('conflict', 'importTooLate', { days: IMPORT_DAYS });
  }
};

/** Deletes those that are as they were made and that nothing refers to. Returns how many stayed. */
const removeUnused = async (ctx: Context, kind: Kind, made: readonly { readonly id: number; readonly version: number }[]) => {
  const ids = made.map(({ id }) => id);
  const versions = await findVersions(ctx, kind, ids);
  const used = kind === 'jobEntry' ? new Set<number>() : await findUsed(ctx, kind, ids);
  const left = made.filter(({ id }) => versions.has(id));
  const free = left.filter(({ id, version }) => versions.get(id) === version && !used.has(id)).map(({ id }) => id);
  for (let from = 0; from < free.length; from += ROWS_AT_ONCE) {
    await REMOVE[kind](ctx, free.slice(from, from + ROWS_AT_ONCE));
    await breathe();
  }
  return { deleted: free.length, stayed: left.length - free.length };
};

/** Puts back what rows changed, where nobody has changed it since. */
const restoreChanged = async (
  ctx: Context,
  kind: ImportKind,
  rows: readonly { readonly id: number; readonly version: number; readonly before: Readonly<Record<string, unknown>> }[],
) => {
  if (kind === 'jobEntries') {
    return { restored: 0, stayed: 0 };
  }
  const versions = await findVersions(
    ctx,
    KIND_OF[kind],
    rows.map(({ id }) => id),
  );
  let [restored, stayed] = [0, 0];
  for (const { id, version, before } of rows) {
    if (versions.get(id) === version) {
      await restoreRecord(ctx, kind, id, before);
      restored += 1;
    } else {
      stayed += 1;
    }
  }
  return { restored, stayed };
};

/**
 * Takes an import back in one transaction: deletes what it made and puts back what it changed, except for what somebody has used or changed
 * since. A number that was given to somebody else in the meantime refuses all of it.
 */
export const takeBackImport = (ctx: Context, id: number): Promise<TakenBack> =>
  inImport(ctx, id, async (inside) => {
    await inside.db.patient();
    const stored = await lockImport(inside, id);
    requireTakeable(ctx, stored);
    const written = (await listWritten(inside, id)).map((row) => ({ ...row, id: row.entityId ?? 0, version: row.writtenVersion ?? 0 }));
    const changed = written.flatMap(({ before, ...row }) => (before === null ? [] : [{ ...row, before }]));
    const { restored, stayed: changedSince } = await restoreChanged(inside, stored.kind, changed);
    let [deleted, stayed] = [0, changedSince];
    const remove = async (kind: Kind, made: readonly { readonly id: number; readonly version: number }[]): Promise<void> => {
      const counted = await removeUnused(inside, kind, made);
      deleted += counted.deleted;
      stayed += counted.stayed;
    };
    await remove(
      KIND_OF[stored.kind],
      written.filter(({ before }) => before === null),
    );
    // What rows name was made before them: jobs go before their customers.
    for (const kind of ['job', 'equipment', 'implement', 'employee', 'customer', 'serviceType', 'customDataField'] as const) {
      await remove(
        kind,
        stored.made.filter((each) => each.kind === kind),
      );
    }
    await updateImport(inside, id, { state: 'takenBack', takenBackAt: ctx.now().toISOString(), content: null });
    return { deleted, restored, stayed };
  });
