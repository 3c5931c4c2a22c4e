import type { Rate, RateLine } from '#shared/billing/schemas/rate.ts';
import { BASIS_WORD, FUEL_WORD } from '#client/features/billing/bills/bill-words.ts';
import { formatDecimal, formatMoney, formatPrice } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { midSentence, t } from '#client/lib/texts.ts';

type Named = Pick<Rate, 'names'>;

const priceWords = ({ prices, basis, fieldId }: RateLine, currency: string, fieldName: string | null): string => {
  const steps = prices.map(({ upTo, price }) =>
    upTo === null
      ? prices.length === 1
        ? formatPrice(price, currency)
        : t('{price} above', { price: formatPrice(price, currency) })
      : t('{price} up to {quantity}', { price: formatPrice(price, currency), quantity: formatDecimal(upTo) }),
  );
  const unit = basis === 'field' && fieldId !== null ? (fieldName ?? t('Deleted field')) : midSentence(t(BASIS_WORD[basis]));
  return basis === 'flat' ? steps.join(', ') : t('{price} per {unit}', { price: steps.join(', '), unit });
};

/** A line of a rate in words, such as '$18.50 per acre, at least $150.00'; `fieldName` is that of the field it counts. */
export const lineWords = (line: RateLine, currency: string, fieldName: string | null): string => {
  const { label, per, minimumCents, rounding, basis } = line;
  const parts = [
    priceWords(line, currency, fieldName),
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

/** The service of a rate, by the name the server has for it: also of a deleted one. */
export const serviceOf = ({ names }: Named): string => names?.service ?? t('Deleted service');

const scopesOf = ({ customerId, jobId, equipmentId, names }: Rate): string[] => [
  ...(jobId === null ? [] : [names?.job ?? t('Deleted job')]),
  ...(customerId === null ? [] : [names?.customer ?? t('Deleted customer')]),
  ...(equipmentId === null ? [] : [names?.equipment ?? t('Deleted machine')]),
];

/** What a rate is limited to; a rate for everything says so. */
export const scopeWords = (rate: Rate): string => scopesOf(rate).join(', ') || t('Everyone');

/** A rate's own name, otherwise what it is limited to; never a number. */
export const rateName = (rate: Rate): string => rate.name ?? (scopesOf(rate).join(', ') || t('Standard rate'));

export const sinceWords = ({ validFrom }: Rate): string => (validFrom === null ? t('Always') : formatDate(validFrom));

/** How fuel is charged; empty if it is included in the price. */
export const fuelWords = ({ fuel }: Rate): string =>
  fuel.kind === 'included' ? '' : t('Fuel: {what}', { what: t(FUEL_WORD[fuel.kind].name) });
