import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { ImportOptions } from '#shared/domain/import.ts';
import { fullName } from '#shared/domain/names.ts';
import type { Context } from '#server/context.ts';
import { judgeCustomers } from '#server/commands/import/judge-customers.ts';
import { judgeEmployees } from '#server/commands/import/judge-employees.ts';
import { judgeEntries } from '#server/commands/import/judge-entries.ts';
import { judgeEquipment, judgeImplements } from '#server/commands/import/judge-machines.ts';
import { judgeServices } from '#server/commands/import/judge-services.ts';
import type { Named } from '#server/commands/import/named-records.ts';
import { readCells } from '#server/commands/import/row-cells.ts';
import type { FileRow } from '#server/commands/import/read-file-job.ts';
import type { Judge } from '#server/commands/import/verdict.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { customerData } from '#server/data/customers.ts';
import { employeeData } from '#server/data/employees.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { findSeasonStart, listEntriesForImport, listJobsForImport } from '#server/data/import-known.ts';
import { listImportedJobIds } from '#server/data/imports.ts';
import { PLAIN_KINDS } from '#server/data/plain-kinds.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

const nameOnly = ({ id, name }: { readonly id: number; readonly name: string }): Named => ({ id, names: [name] });

const services = async (ctx: Context): Promise<Named[]> => (await serviceTypeData.list(ctx, [])).map(nameOnly);

/** Everything that rows of past work may name. */
const namedIn = async (ctx: Context) => ({
  customer: (await customerData.list(ctx, [])).map(({ id, businessName, externalNumber }) => ({
    id,
    names: [businessName, externalNumber],
  })),
  serviceType: await services(ctx),
  equipment: (await equipmentData.list(ctx, [])).map(({ id, name, unitNumber }) => ({ id, names: [name, unitNumber] })),
  implement: (await PLAIN_KINDS.implement.list(ctx, [])).map(nameOnly),
  employee: (await employeeData.list(ctx, [])).map(({ id, externalNumber, ...person }) => ({
    id,
    names: [fullName(person), `${person.lastName} ${person.firstName}`, externalNumber],
  })),
});

const entryJudge = async (ctx: Context, options: ImportOptions): Promise<Judge> => {
  const imported = await listImportedJobIds(ctx);
  const { meet, ...judge } = judgeEntries({
    named: await namedIn(ctx),
    jobs: (await listJobsForImport(ctx)).map((job) => ({ ...job, isImported: imported.has(job.id) })),
    fields: await customDataFieldData.list(ctx, []),
    seasonStart: await findSeasonStart(ctx),
    options,
  });
  const daysOf = (rows: readonly FileRow[]): string[] => [
    ...new Set(rows.flatMap(({ cells }) => readCells(options, cells).date('date') ?? [])),
  ];
  return { ...judge, lookUp: async (inside, rows) => meet(await listEntriesForImport(inside, daysOf(rows))) };
};

/** A judge of rows of this kind, who knows what the organization has at this moment. */
export const createJudge = async (
  ctx: Context,
  { kind, options }: { readonly kind: ImportKind; readonly options: ImportOptions },
): Promise<Judge> => {
  switch (kind) {
    case 'customers':
      return judgeCustomers(await customerData.list(ctx, []), options);
    case 'employees':
      return judgeEmployees(await employeeData.list(ctx, []), options, ctx.level);
    case 'equipment':
      return judgeEquipment({ known: await equipmentData.list(ctx, []), services: await services(ctx), options });
    case 'implements':
      return judgeImplements({ known: await PLAIN_KINDS.implement.list(ctx, []), services: await services(ctx), options });
    case 'serviceTypes':
      return judgeServices(await serviceTypeData.list(ctx, []), await customDataFieldData.list(ctx, []), options);
    case 'jobEntries':
      return entryJudge(ctx, options);
  }
};
