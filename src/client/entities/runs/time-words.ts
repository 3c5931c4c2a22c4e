import { inTimeOrder, type Span } from '#shared/domain/spans.ts';
import { cached } from '#client/lib/cached.ts';
import { pageLocale } from '#client/lib/language.ts';

const times = cached((locale: string | undefined) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));

/** The time of day of a moment on this device, such as '1:12 PM'. */
export const formatTime = (moment: string, locale = pageLocale()): string => times(locale).format(new Date(moment));

/** When a stop was worked: '10:25 – 11:10 AM, 1:12 – 2:20 PM'. */
export const spanWords = (spans: readonly Span[]): string =>
  inTimeOrder(spans)
    .map(({ from, to }) => times(pageLocale()).formatRange(new Date(from), new Date(to)))
    .join(', ');
