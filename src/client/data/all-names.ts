import { fullName } from '#shared/domain/names.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { jobNameOf } from '#client/data/job-name.ts';
import { asRecords, type Local, type Records } from '#client/data/local-rows.ts';
import { pageOfRecords } from '#client/offline/public.ts';

const STORES = ['customers', 'jobs', 'equipment', 'employees', 'serviceTypes'] as const;
export type NamedStore = (typeof STORES)[number];

/** A record as a search shows it. */
export interface NamedRecord {
  readonly store: NamedStore;
  readonly id: number;
  readonly title: string;
  /** What distinguishes it from others of the same name. */
  readonly detail: string;
  /** The text it is found by, in lower case; begins with the title. */
  readonly text: string;
}

/** Rows read at a time: a phone can draw between two reads. */
const STRIDE = 500;

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

const NAMES: { readonly [S in NamedStore]: (record: Records[S]) => readonly [title: string, detail: string] } = {
  customers: ({ businessName, address, phoneNumber }) => [businessName, joined(address, phoneNumber)],
  jobs: (job) => [jobNameOf(job), job.customerName],
  equipment: ({ name, unitNumber, serialNumber }) => [name, joined(unitNumber, serialNumber)],
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
  const [title, detail] = NAMES[store](record);
  return { store, id: record.id, title, detail, text: `${title} ${detail}`.toLowerCase() };
};

/** Every customer, job, machine, colleague and service of the organization that is on this device, newest first. */
export const readAllNames = async (orgId: number, signal: AbortSignal): Promise<NamedRecord[]> => {
  const customers = await readStore('customers', orgId, signal);
  const names = new Map(customers.map(({ id, businessName }) => [id, businessName]));
  const jobs = await readStore('jobs', orgId, signal);
  const others = await Promise.all([
    readStore('equipment', orgId, signal).then((all) => all.map((record) => named('equipment', record))),
    readStore('employees', orgId, signal).then((all) => all.map((record) => named('employees', record))),
    readStore('serviceTypes', orgId, signal).then((all) => all.map((record) => named('serviceTypes', record))),
  ]);
  return [
    ...customers.map((record) => named('customers', record)),
    ...jobs.map((job) => named('jobs', { ...job, customerName: names.get(job.customerId) ?? job.customerName })),
    ...others.flat(),
  ].reverse();
};
