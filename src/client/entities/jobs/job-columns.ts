import type { Job } from '#shared/domain/job.ts';
import { localDate } from '#shared/lib/dates.ts';
import { statusWords } from '#client/components/status-badge.tsx';
import type { ListColumn } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';

/** Every field of a job, under the labels of its form: what the list exports. */
export const jobColumns = (): ListColumn<Job>[] => [
  { head: t('Job Name'), valueOf: ({ name }) => name },
  { head: t('Customer'), valueOf: ({ customerName }) => customerName },
  { head: t('Status'), valueOf: ({ isPlaceholder, status }) => (isPlaceholder ? t('No job yet') : statusWords(status)) },
  { head: t('Created'), valueOf: ({ createdAt }) => ({ day: localDate(new Date(createdAt)) }) },
];
