import { fullName } from '#shared/domain/names.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { jobNameOf } from '#client/data/job-name.ts';
import { asRecords, type Local, type Records } from '#client/data/local-rows.ts';
import { pageOfRecords } from '#client/offline/public.ts';

const STORES = ['customers', 'jobs', 'equipment', 'implements', 'employees', 'serviceTypes'] as const;
export type NamedStore = (typeof STORES)[number];

/** A record as a search shows it. */
export interface NamedRecord {
  readonly store: NamedStore;
  readonly id: number;
  readonly title: string;
  /** What distinguishes it from others of the same name. */
  readonly detail: string;
  /** What else it is found by: shown where it is what was found. */
  readonly more: readonly string[];
  /** The text it is found by, in lower case; begins with the title. */
  readonly text: string;
}

/** Rows read at a time: a phone can draw between two reads. */
const STRIDE = 500;

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

const NOTHING: readonly string[] = [];

const NAMES: {
  readonly [S in NamedStore]: (record: Records[S]) => readonly [title: string, detail: string, ...more: (string | null | undefined)[]];
} = {
  // Copies from earlier versions of the app lack some of the fields.
  customers: (customer) => [
    customer.businessName,
    joined(customer.address, customer.phoneNumber),
    customer.externalNumber,
    [customer.firstName, customer.lastName].filter(Boolean).join(' '),
    customer.town,
    customer.email,
  ],
  jobs: (job) => [jobNameOf(job), job.customerName],
  equipment: ({ name, unitNumber, serialNumber }) => [name, joined(unitNumber, serialNumber)],
  implements: ({ name }) => [name, ''],
  employees: (employee) => [fullName(employee), joined(employee.email, employee.phoneNumber)],
  serviceTypes: ({ name, description }) => [name, joined(description)],
};

const readStore = async <S extends NamedStore>(store: S, orgId: number, signal: AbortSignal): Promise<Local<Records[S]>[]> => {
  const found: Local<Records[S]>[] = [];
  for (let after = 0; !signal.aborted;) {
    const page = await pageOfRecords(theEngine(), store, after, STRIDE);
    found.push(...asRecords<S>(page.filter(({ organizationId }) => organizationId === orgId)));
    if (page.length < STRIDE) {
      break;
    }
    after = page.at(-1)?.id ?? Infinity;
  }
  return found;
};

const named = <S extends NamedStore>(store: S, record: Local<Records[S]>): NamedRecord => {
  const [title, detail, ...others] = NAMES[store](record);
  const more = others.filter((text): text is string => Boolean(text));
  return {
    store,
    id: record.id,
    title,
    detail,
    more: more.length === 0 ? NOTHING : more,
    text: [title, detail, ...more].join(' ').toLowerCase(),
  };
};

/** Every customer, job, machine, implement, colleague and service of the organization that is on this device, newest first. */
export const readAllNames = async (orgId: number, signal: AbortSignal): Promise<NamedRecord[]> => {
  const customers = await readStore('customers', orgId, signal);
  const names = new Map(customers.map(({ id, businessName }) => [id, businessName]));
  const jobs = await readStore('jobs', orgId, signal);
  const others = await Promise.all([
    readStore('equipment', orgId, signal).then((all) => all.map((record) => named('equipment', record))),
    readStore('implements', orgId, signal).then((all) => all.map((record) => named('implements', record))),
    readStore('employees', orgId, signal).then((all) => all.map((record) => named('employees', record))),
    readStore('serviceTypes', orgId, signal).then((all) => all.map((record) => named('serviceTypes', record))),
  ]);
  return [
    ...customers.map((record) => named('customers', record)),
    ...jobs.map((job) => named('jobs', { ...job, customerName: names.get(job.customerId) ?? job.customerName })),
    ...others.flat(),
  ].reverse();
};
