import { queryOptions } from '@tanstack/react-query';
import type { JobStatus } from '#shared/domain/job.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { jobNameOf } from '#client/data/job-name.ts';
import { readNamed } from '#client/data/local-names.ts';
import { readList } from '#client/data/local-reads.ts';
import type { Local, Records } from '#client/data/local-rows.ts';
import { orgKey } from '#client/data/overview-queries.ts';

type Job = Local<Records['jobs']>;

/** Jobs as screens show them, with their customers' current names; for a customer that is not on this device, the name from the server. */
export const withCustomerNames = async (jobs: readonly Job[]): Promise<Job[]> => {
  const lookUp = await readNamed({ customers: jobs.map(({ customerId }) => customerId) });
  return jobs.map((job) => ({
    ...job,
    name: jobNameOf(job),
    customerName: lookUp('customers', job.customerId)?.businessName ?? job.customerName,
  }));
};

const newestFirst = (left: Job, right: Job): number =>
  left.createdAt === right.createdAt ? right.id - left.id : left.createdAt < right.createdAt ? 1 : -1;

/** The jobs that this device has, newest first; before the initial load, those of the server. */
export const readJobs = async (orgId: number, status?: JobStatus) => {
  const jobs = await readList('jobs', orgId, () => call(routes.jobs.list, { params: { orgId } }));
  return withCustomerNames(jobs.filter((job) => status === undefined || job.status === status).sort(newestFirst));
};

export const jobListQuery = (orgId: number, status?: JobStatus) =>
  queryOptions({ queryKey: [...orgKey(orgId), 'jobs', { status }], queryFn: () => readJobs(orgId, status) });
