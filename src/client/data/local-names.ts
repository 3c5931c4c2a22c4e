import { fullName } from '#shared/domain/employee.ts';
import { type Local, readOne, type Records } from '#client/data/local-rows.ts';

type Entry = Local<Records['jobEntries']>;
type Job = Local<Records['jobs']>;

/** Looks every record up once, however many rows name it. */
const lookUps = () => {
  const found = new Map<string, Promise<unknown>>();
  return <S extends 'customers' | 'jobs' | 'serviceTypes' | 'equipment' | 'employees' | 'implements'>(store: S, id: number) => {
    const key = `${store}:${id}`;
    const known = found.get(key) ?? readOne(store, id);
    found.set(key, known);
    return known as Promise<Local<Records[S]> | undefined>;
  };
};

/** Jobs with their customers' names as they are now; of a customer that is not here the name that the server gave. */
export const withCustomerNames = async (jobs: readonly Job[]): Promise<Job[]> => {
  const lookUp = lookUps();
  return Promise.all(
    jobs.map(async (job) => ({ ...job, customerName: (await lookUp('customers', job.customerId))?.businessName ?? job.customerName })),
  );
};

/** Names that the server gave stand in the order of its ids; a change that waits may have another. */
const storedOf = ({ sync }: Entry, names: readonly string[]): readonly string[] => (sync === undefined ? names : []);

/** Entries with the names of everything they are about, as they are now on this device (the server tells no change of a name). */
export const withNames = async (entries: readonly Entry[]): Promise<Entry[]> => {
  const lookUp = lookUps();
  const namesOf = async <S extends 'equipment' | 'employees'>(
    store: S,
    ids: readonly number[],
    stored: readonly string[],
    nameOf: (record: Local<Records[S]>) => string,
  ) =>
    Promise.all(
      ids.map(async (id, index) => {
        const record = await lookUp(store, id);
        return record ? nameOf(record) : (stored[index] ?? '');
      }),
    );
  return Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      jobName: (await lookUp('jobs', entry.jobId))?.name ?? entry.jobName,
      customerName: (await lookUp('customers', entry.customerId))?.businessName ?? entry.customerName,
      serviceTypeName: (await lookUp('serviceTypes', entry.serviceTypeId))?.name ?? entry.serviceTypeName,
      implementName: entry.implementId === null ? null : ((await lookUp('implements', entry.implementId))?.name ?? entry.implementName),
      equipmentNames: await namesOf('equipment', entry.equipmentIds, storedOf(entry, entry.equipmentNames), ({ name }) => name),
      operatorNames: await namesOf('employees', entry.operatorIds, storedOf(entry, entry.operatorNames), fullName),
    })),
  );
};
