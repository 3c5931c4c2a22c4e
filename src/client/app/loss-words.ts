import { isoMoment } from '#shared/lib/dates.ts';
import type { LostWork } from '#client/data/lost-work.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { plural } from '#client/lib/texts.ts';

export interface BannerWords {
  readonly title: string;
  readonly text: string;
}

/** What was lost with this device's storage, and what to do about it. */
export const lossWords = ({ pending, at }: LostWork): BannerWords => ({
  title: plural(
    pending,
    "{count} unsent change was lost with this device's storage",
    "{count} unsent changes were lost with this device's storage",
  ),
  text: plural(
    pending,
    'The browser cleared it. It was last seen here {at} and did not reach the office. Please enter it again.',
    'The browser cleared it. They were last seen here {at} and did not reach the office. Please enter them again.',
    { at: formatTimestamp(isoMoment(at)) },
  ),
});
