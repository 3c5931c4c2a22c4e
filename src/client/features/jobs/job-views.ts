import { compareNames } from '#client/lib/compare-names.ts';
import type { PlainText } from '#client/lib/texts.ts';
import { type Job, JOB_STATUSES, type JobStatus } from '#shared/domain/job.ts';
import { holdsText } from '#client/lib/holds-text.ts';

/** One list in four views (specification 5.3). */
export type JobView = JobStatus | 'all';

interface ViewWords {
  readonly title: PlainText;
  readonly tab: PlainText;
  /** Shown where there are jobs, but none in this view. */
  readonly none: PlainText;
}

export const VIEWS: Record<JobView, ViewWords> = {
  open: { title: 'Active Jobs', tab: 'Active', none: 'No active jobs.' },
  completed: { title: 'Completed Jobs', tab: 'Completed', none: 'No completed jobs.' },
  billed: { title: 'Archived Jobs', tab: 'Archived', none: 'No archived jobs.' },
  all: { title: 'All Jobs', tab: 'All', none: 'No jobs added yet.' },
};
export const VIEW_ORDER: readonly JobView[] = [...JOB_STATUSES, 'all'];

/** The view that an address asks for with `status`; without one, and for anything else, the active jobs. */
export const viewOf = (status: string | null): JobView => VIEW_ORDER.find((view) => view === status) ?? 'open';

/** What narrows the list; empty texts do not. */
export interface JobFilter {
  readonly search: string;
  /** Id of a customer and year of creation: for billed jobs only. */
  readonly customer: string;
  readonly year: string;
}

/** The year in which a job was created, by the device's calendar, as the list shows its day. */
export const yearOf = ({ createdAt }: Pick<Job, 'createdAt'>): string => String(new Date(createdAt).getFullYear());

/** The jobs of a view, in their order. */
export const jobsOf = <J extends Pick<Job, 'status'>>(jobs: readonly J[], view: JobView): J[] =>
  jobs.filter(({ status }) => view === 'all' || status === view);

/** The jobs of a view that pass the filter, in their order. */
export const shownJobs = (jobs: readonly Job[], view: JobView, { search, customer, year }: JobFilter): Job[] =>
  jobsOf(jobs, view).filter(
    (job) =>
      holdsText([job.name, job.customerName], search) &&
      (view !== 'billed' || ((customer === '' || String(job.customerId) === customer) && (year === '' || yearOf(job) === year))),
  );

/** The filter choices of the archive: its customers by name, and the distinct years in which its jobs were created, newest first. */
export const archiveChoices = (jobs: readonly Job[]): { customers: [id: number, name: string][]; years: string[] } => {
  const billed = jobsOf(jobs, 'billed');
  return {
    customers: [...new Map(billed.map(({ customerId, customerName }) => [customerId, customerName]))].sort((a, b) =>
      compareNames(a[1], b[1]),
    ),
    years: [...new Set(billed.map(yearOf))].sort().reverse(),
  };
};
