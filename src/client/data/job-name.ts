import type { Job } from '#shared/domain/job.ts';
import { t } from '#client/lib/texts.ts';

/** A job's name on screens: the placeholder 'No job yet' in the reader's language, any other as it was named. */
export const jobNameOf = ({ isPlaceholder, name }: Pick<Job, 'isPlaceholder' | 'name'>): string => (isPlaceholder ? t('No job yet') : name);
