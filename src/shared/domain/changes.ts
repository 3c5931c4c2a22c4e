import * as z from 'zod/mini';
import { customDataField } from '#shared/domain/custom-data-field.ts';
import { customer } from '#shared/domain/customer.ts';
import { employee } from '#shared/domain/employee.ts';
import { equipment } from '#shared/domain/equipment.ts';
import { pageQuery } from '#shared/domain/fields.ts';
import { implement } from '#shared/domain/implement.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { job } from '#shared/domain/job.ts';
import { organization } from '#shared/domain/organization.ts';
import { serviceType } from '#shared/domain/service-type.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

const records = {
  customers: z.array(customer),
  employees: z.array(employee),
  serviceTypes: z.array(serviceType),
  customDataFields: z.array(customDataField),
  equipment: z.array(equipment),
  implements: z.array(implement),
  jobs: z.array(job),
  jobEntries: z.array(jobEntry),
};
/** What a device keeps a copy of, by the names of its local stores. */
export type Collection = keyof typeof records;

const ids = z.array(z.int());
const deleted: Record<Collection, typeof ids> = {
  customers: ids,
  employees: ids,
  serviceTypes: ids,
  customDataFields: ids,
  equipment: ids,
  implements: ids,
  jobs: ids,
  jobEntries: ids,
};

/** A record that the caller made with an `Idempotency-Key`: by it a device knows its own, also where the answer was lost. */
export const madeByKey = z.object({ collection: z.enum(Object.keys(records) as Collection[]), id: z.int(), key: z.string() });
export type MadeByKey = z.output<typeof madeByKey>;

export const changesPage = z.object({
  /** Where to go on; kept with the rows in one transaction of the device. */
  cursor: z.string(),
  /** The device's copy cannot be brought up to date from its cursor: fetch the lists anew, then go on from `cursor`. */
  reset: z.boolean(),
  /** Ask again at once: this page does not reach the present. */
  more: z.boolean(),
  /** Records as they are now, whatever happened to them since the cursor. */
  upserts: z.object({ ...records, organizations: z.array(organization) }),
  deletes: z.object(deleted),
  /** Which of these records the caller made, by which keys. With `reset` what he made last: the lists hold it. */
  made: z.array(madeByKey),
});
export type ChangesPage = z.output<typeof changesPage>;

export const changesEndpoints = {
  since: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/changes',
    summary: 'What changed since a cursor; without one: the cursor of now, with `reset`',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: changesPage,
  }),
};
