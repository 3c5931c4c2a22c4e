import { isoMoment } from '#shared/lib/dates.ts';
import type { LostWork } from '#client/data/lost-work.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';

export interface BannerWords {
  readonly title: string;
  readonly text: string;
}

/** What went with this device's storage, and what to do about it. */
export const lossWords = ({ pending, at }: LostWork): BannerWords => ({
  title: plural(pending, "{count} unsent change went with this device's storage", "{count} unsent changes went with this device's storage"),
  text: t(
    pending === 1
      ? 'The browser has emptied it. It was last seen here {at} and did not reach the office. Please enter it again.'
      : 'The browser has emptied it. They were last seen here {at} and did not reach the office. Please enter them again.',
    { at: formatTimestamp(isoMoment(at)) },
  ),
});
