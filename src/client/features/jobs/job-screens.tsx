export { JobEntriesScreen } from '#client/features/jobs/job-entries-screen.tsx';
export { JobListScreen, NewJobRedirect } from '#client/features/jobs/job-list-screen.tsx';
export { JobSummaryScreen } from '#client/features/jobs/job-summary-screen.tsx';
