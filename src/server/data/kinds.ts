import type { Collection } from '#shared/domain/changes.ts';
import type { Entity } from '#shared/kinds/registry.ts';
import { billDraftData } from '#server/billing/data/bill-drafts.ts';
import { costRateData } from '#server/billing/data/cost-rates.ts';
import { rateData } from '#server/billing/data/rates.ts';
import type { Context } from '#server/context.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { customerData } from '#server/data/customers.ts';
import { dayOffData } from '#server/data/days-off.ts';
import { employeeData } from '#server/data/employees.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { jobData } from '#server/data/jobs.ts';
import type { JsonRecords } from '#server/data/json-list.ts';
import { PLAIN_KINDS } from '#server/data/plain-kinds.ts';
import { runData } from '#server/data/runs.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

type Ids = readonly number[];

/** What every kind of record can do, however its own calls work. */
interface KindData {
  /** Restores a deleted record. `subject` is the name it had. */
  readonly restore: (ctx: Context, id: number, subject: string) => Promise<unknown>;
  /** Refuses ids that the organization does not have, naming them and this path of the body. */
  readonly requireAll: (ctx: Context, ids: Ids, path: string) => Promise<void>;
}

/** How the server restores each kind of record; an `orgTable` does all of it. */
export const KIND_DATA: Readonly<Record<Entity, KindData>> = {
  ...PLAIN_KINDS,
  customer: customerData,
  employee: employeeData,
  customDataField: customDataFieldData,
  serviceType: serviceTypeData,
  equipment: equipmentData,
  dayOff: dayOffData,
  job: jobData,
  run: runData,
  jobEntry: jobEntryData,
  rate: rateData,
  costRate: costRateData,
  billDraft: billDraftData,
};

/** What devices get for changes of these records, of which some may be deleted. */
export const KEPT_DATA: Readonly<Record<Collection, { readonly listChanged: (ctx: Context, ids: Ids) => Promise<JsonRecords> }>> = {
  customers: customerData,
  employees: employeeData,
  customDataFields: customDataFieldData,
  serviceTypes: serviceTypeData,
  equipment: equipmentData,
  implements: PLAIN_KINDS.implement,
  daysOff: dayOffData,
  jobs: jobData,
  runs: runData,
  jobEntries: jobEntryData,
};
