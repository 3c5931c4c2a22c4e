import type { NumberedSettings, SellerTaxScheme } from '#shared/billing/schemas/billing-settings.ts';
import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import { taxPositionOf } from '#shared/billing/tax-position.ts';
import type { BillGrouping } from '#shared/domain/customer-billing.ts';
import type { Organization } from '#shared/domain/organization.ts';
import type { FactsProps } from '#client/components/facts.tsx';
import { formatMoney, formatPercent } from '#client/lib/format-amounts.ts';
import { type Language, pageLanguage } from '#client/lib/language.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';

type Facts = FactsProps['facts'];

interface Choice {
  readonly name: PlainText;
  readonly hint: PlainText;
}

export const GROUPING_WORDS: Readonly<Record<BillGrouping, Choice>> = {
  customer: { name: 'For each customer', hint: 'All their jobs that are billed at once.' },
  job: { name: 'For each job', hint: 'However many jobs a customer has.' },
};

export const SCHEME_WORDS: Readonly<Record<SellerTaxScheme, Choice>> = {
  usual: { name: 'Tax as usual', hint: 'Bills have the tax of your rates.' },
  smallBusiness: { name: 'Small business', hint: 'Below the limit of your country: bills have no tax.' },
  farmFlatRate: { name: 'Flat rate for farmers', hint: 'Bills have the flat rate, which you set as the tax rate.' },
};

/** What bills say of the scheme, in the language of the company; null: nothing. */
export const schemeSentence = (
  { name, country, language }: Pick<Organization, 'name' | 'country' | 'language'>,
  taxScheme: SellerTaxScheme,
): string | null => {
  const issuer = { name, country, taxScheme, address: null, logo: null, taxName: null, taxNumber: null };
  const customer = { id: 0, businessName: '', address: null, phoneNumber: null };
  const spoken: Language = language ?? pageLanguage();
  return taxPositionOf({ issuer, customer })?.notes[spoken].join(' ') || null;
};

export const numberFacts = ({ nextBill, nextCorrection }: NumberedSettings): Facts => [
  [t('Next bill'), nextBill.label],
  [t('Next correction'), nextCorrection?.label ?? t('Numbered among the bills')],
];

const days = (count: number): string => plural(count, '{count} day', '{count} days');

export const termFacts = ({ paymentDays, discountPercent, discountDays, grouping }: NumberedSettings): Facts => [
  [t('Days to pay'), days(paymentDays ?? PAYMENT_DAYS)],
  [
    t('Discount for paying early'),
    discountPercent === null || Number(discountPercent) === 0
      ? t('None')
      : plural(discountDays ?? 0, '{percent} within {count} day', '{percent} within {count} days', {
          percent: formatPercent(Number(discountPercent)),
        }),
  ],
  [t('One bill'), t(GROUPING_WORDS[grouping].name)],
];

const LEVEL_NAMES = ['First reminder', 'Second reminder', 'Final reminder'] as const satisfies readonly PlainText[];

/** What the level at this place, from 0, is called. */
export const levelName = (index: number): string => t(LEVEL_NAMES[index] ?? 'Final reminder');

export const reminderFacts = ({ reminders, sendsFirstReminder }: NumberedSettings, currency: string): Facts => [
  ...reminders.map(({ afterDays, feeCents, interestPercent }, index): Facts[number] => {
    const interest = Number(interestPercent ?? 0);
    const parts = [
      t('{days} overdue', { days: days(afterDays) }),
      feeCents > 0 && t('fee {amount}', { amount: formatMoney(feeCents, currency) }),
      interest > 0 && t('interest {percent}', { percent: formatPercent(interest) }),
    ];
    return [levelName(index), parts.filter(Boolean).join(', ')];
  }),
  [
    t('Goes out by itself'),
    reminders.length === 0 ? t('No levels: nobody is reminded.') : sendsFirstReminder ? t('The first reminder') : t('None of them'),
  ],
];
