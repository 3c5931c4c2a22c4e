import type { ImportOptions, NamedKind, UnknownName, MadeRecord } from '#shared/domain/import.ts';
import { serviceFields } from '#shared/domain/service-type.ts';
import type { Context } from '#server/context.ts';
import { splitName } from '#server/commands/import/judge-employees.ts';
import { idsInColumns, REQUIRED_COLUMNS } from '#server/commands/import/judge-services.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { customerData } from '#server/data/customers.ts';
import { employeeData } from '#server/data/employees.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { PLAIN_KINDS } from '#server/data/plain-kinds.ts';
import { requireFreeSeat } from '#server/data/quotas.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

type Made = Promise<{ readonly id: number; readonly version: number }>;

const allServices = async (ctx: Context): Promise<number[]> => (await serviceTypeData.list(ctx, [])).map(({ id }) => id);

/** A service that only past work names asks for machine, driver and hours. */
const makeService = async (ctx: Context, name: string): Made => {
  const usual = idsInColumns(await customDataFieldData.list(ctx, []), REQUIRED_COLUMNS);
  return serviceTypeData.insert(ctx, { name, ...serviceFields(usual, usual) });
};

const MAKE: Readonly<Record<NamedKind, (ctx: Context, name: string) => Made>> = {
  customer: (ctx, businessName) => customerData.insert(ctx, { businessName }),
  serviceType: makeService,
  equipment: async (ctx, name) => equipmentData.insert(ctx, { name, serviceTypeIds: await allServices(ctx) }),
  implement: async (ctx, name) => PLAIN_KINDS.implement.insert(ctx, { name, serviceTypeIds: await allServices(ctx) }),
  employee: async (ctx, name) => {
    await requireFreeSeat(ctx);
    const { firstName, lastName } = splitName(name);
    return employeeData.insert(ctx, { firstName, lastName: lastName || firstName, isOperator: true });
  },
  customDataField: (ctx, name) => customDataFieldData.insert(ctx, { name, fieldType: 'number' }),
};

/** Services come before the machines that do them. */
const ORDER: readonly NamedKind[] = ['customDataField', 'serviceType', 'customer', 'employee', 'equipment', 'implement'];

/** Makes what rows name and the person wants to be made; the names then lead to the new records. */
export const makeNamed = async (
  ctx: Context,
  unknown: readonly UnknownName[],
  decided: ImportOptions['names'],
): Promise<{ readonly names: ImportOptions['names']; readonly made: MadeRecord[] }> => {
  const names = { ...decided };
  const made: MadeRecord[] = [];
  for (const kind of ORDER) {
    for (const { key, name } of unknown.filter((each) => each.kind === kind && decided[each.key] === true)) {
      const { id, version } = await MAKE[kind](ctx, name);
      names[key] = id;
      made.push({ kind, id, version });
    }
  }
  return { names, made };
};
