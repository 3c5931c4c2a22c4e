import type { Job } from '#shared/domain/job.ts';
import { t } from '#client/lib/texts.ts';

/** What a job is called on screens: the customer's 'No job yet' in their reader's language, every other as somebody named it. */
export const jobNameOf = ({ isPlaceholder, name }: Pick<Job, 'isPlaceholder' | 'name'>): string => (isPlaceholder ? t('No job yet') : name);
