import { saysNet } from '#shared/billing/says-net.ts';
import { plural, t } from '#client/lib/texts.ts';

/** Until when bills are to be paid, as people say it in the seller's country and as the paper says it: 'Net 30', '14 days'. */
export const termsWords = (days: number, country: string | null): string => {
  if (days === 0) {
    return t('On receipt');
  }
  return saysNet(country) ? t('Net {days}', { days }) : plural(days, '{count} day', '{count} days');
};
