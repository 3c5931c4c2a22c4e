import type { Rate, RateLine } from '#shared/domain/rate.ts';
import { BASIS_WORD, FUEL_WORD } from '#client/features/billing/bill-words.ts';
import { formatDate, formatDecimal, formatMoney, formatPrice } from '#client/lib/formats.ts';
import { inside, t } from '#client/lib/texts.ts';

/** The names of what a rate can be made for. */
export interface RateNames {
  readonly customer: (id: number) => string;
  readonly job: (id: number) => string;
  readonly machine: (id: number) => string;
  readonly field: (id: number) => string;
}

const priceWords = ({ prices, basis, fieldId }: RateLine, currency: string, names: RateNames): string => {
  const steps = prices.map(({ upTo, price }) =>
    upTo === null
      ? prices.length === 1
        ? formatPrice(price, currency)
        : t('{price} above', { price: formatPrice(price, currency) })
      : t('{price} up to {quantity}', { price: formatPrice(price, currency), quantity: formatDecimal(upTo) }),
  );
  const unit = basis === 'field' && fieldId !== null ? names.field(fieldId) : inside(t(BASIS_WORD[basis]));
  return basis === 'flat' ? steps.join(', ') : t('{price} per {unit}', { price: steps.join(', '), unit });
};

/** What a line of a rate says, such as '$18.50 per acre, at least $150.00'. */
export const lineWords = (line: RateLine, currency: string, names: RateNames): string => {
  const { label, per, minimumCents, rounding, basis } = line;
  const parts = [
    priceWords(line, currency, names),
    ...(basis === 'flat' ? [per === 'job' ? t('once for the job') : t('for each entry')] : []),
    ...(minimumCents === null
      ? []
      : [
          t(per === 'job' ? 'at least {amount} for the job' : 'at least {amount} for each entry', {
            amount: formatMoney(minimumCents, currency),
          }),
        ]),
    ...(rounding === null ? [] : [t('rounded to {step}', { step: formatDecimal(rounding.step) })]),
  ];
  return `${label === null ? '' : `${label}: `}${parts.join(', ')}`;
};

/** For whom and what a rate was made; a rate for everything says so. */
export const scopeWords = ({ customerId, jobId, equipmentId }: Rate, names: RateNames): string =>
  [
    ...(jobId === null ? [] : [names.job(jobId)]),
    ...(customerId === null ? [] : [names.customer(customerId)]),
    ...(equipmentId === null ? [] : [names.machine(equipmentId)]),
  ].join(', ') || t('Everybody');

export const sinceWords = ({ validFrom }: Rate): string => (validFrom === null ? t('From the beginning') : formatDate(validFrom));

/** How fuel is settled; nothing where it is in the price. */
export const fuelWords = ({ fuel }: Rate): string =>
  fuel.kind === 'included' ? '' : t('Fuel: {what}', { what: t(FUEL_WORD[fuel.kind].name) });
