import { fullName } from '#shared/domain/names.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { jobNameOf } from '#client/data/job-name.ts';
import { type Local, type Records } from '#client/data/local-rows.ts';
import { findRecords, recordKey } from '#client/offline/public.ts';

export type Entry = Local<Records['jobEntries']>;

/** The kinds of records that an entry names. */
export const NAMED = ['customers', 'jobs', 'serviceTypes', 'equipment', 'employees', 'implements'] as const;
export type Named = (typeof NAMED)[number];
type Ids = Readonly<Partial<Record<Named, readonly number[]>>>;

type LookUp = <S extends Named>(store: S, id: number) => Local<Records[S]> | undefined;

/** Reads every record that the rows reference, each once and all in one transaction: a list of fifty rows references hundreds. */
export const readNamed = async (ids: Ids): Promise<LookUp> => {
  const wanted = NAMED.flatMap((store) => (ids[store] ?? []).map((id) => [store, id] as const));
  const found: ReadonlyMap<string, unknown> = await findRecords(theEngine(), wanted);
  return <S extends Named>(store: S, id: number) => found.get(recordKey(store, id)) as Local<Records[S]> | undefined;
};

/** Names from the server are in the order of its ids; a waiting change may have other ids. */
const storedOf = ({ sync }: Entry, names: readonly string[]): readonly string[] => (sync === undefined ? names : []);

/** An entry with the current names of what it references. */
export const named = (entry: Entry, lookUp: LookUp): Entry => {
  const machines = storedOf(entry, entry.equipmentNames);
  const people = storedOf(entry, entry.operatorNames);
  const operatorName = (id: number): string | undefined => {
    const employee = lookUp('employees', id);
    return employee && fullName(employee);
  };
  const job = lookUp('jobs', entry.jobId);
  const awaitsJob = job ? job.isPlaceholder : entry.awaitsJob;
  return {
    ...entry,
    awaitsJob,
    jobName: jobNameOf({ isPlaceholder: awaitsJob, name: job?.name ?? entry.jobName }),
    customerName: lookUp('customers', entry.customerId)?.businessName ?? entry.customerName,
    serviceTypeName: lookUp('serviceTypes', entry.serviceTypeId)?.name ?? entry.serviceTypeName,
    implementName: entry.implementId === null ? null : (lookUp('implements', entry.implementId)?.name ?? entry.implementName),
    equipmentNames: entry.equipmentIds.map((id, index) => lookUp('equipment', id)?.name ?? machines[index] ?? ''),
    operatorNames: entry.operatorIds.map((id, index) => operatorName(id) ?? people[index] ?? ''),
  };
};

/** Entries with the current names of everything they reference (the server sends no change of an entry when a name changes). */
export const withNames = async (entries: readonly Entry[]): Promise<Entry[]> => {
  const lookUp = await readNamed({
    jobs: entries.map(({ jobId }) => jobId),
    customers: entries.map(({ customerId }) => customerId),
    serviceTypes: entries.map(({ serviceTypeId }) => serviceTypeId),
    implements: entries.flatMap(({ implementId }) => implementId ?? []),
    equipment: entries.flatMap(({ equipmentIds }) => equipmentIds),
    employees: entries.flatMap(({ operatorIds }) => operatorIds),
  });
  return entries.map((entry) => named(entry, lookUp));
};
