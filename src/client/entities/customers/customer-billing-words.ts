import type { Customer } from '#shared/domain/customer.ts';
import { BILL_GROUPINGS, type BillGrouping, BILL_WAYS, type BillWay, type TaxTreatment } from '#shared/domain/customer-billing.ts';
import type { FactsProps } from '#client/components/facts.tsx';
import { formatPercent } from '#client/lib/format-amounts.ts';
import { LANGUAGES } from '#client/lib/language.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';

export const TREATMENT_WORDS: Readonly<Record<TaxTreatment, { readonly name: PlainText; readonly hint: PlainText }>> = {
  usual: { name: 'As usual', hint: 'Bills have the tax of the rates.' },
  exempt: { name: 'Exempt', hint: 'They pay no tax. Bills say why: enter the reason below.' },
  reverseCharge: { name: 'Reverse charge', hint: 'They owe the tax themselves. Bills need their tax number.' },
  abroad: { name: 'Work abroad', hint: 'The work counts as done in another country: no tax here.' },
};

const GROUPING_WORDS: Readonly<Record<BillGrouping, PlainText>> = {
  customer: 'One for all their jobs',
  job: 'One for each job',
};

const WAY_WORDS: Readonly<Record<BillWay, PlainText>> = { mail: 'By email', print: 'On paper' };

export const treatmentWord = (treatment: TaxTreatment): string => t(TREATMENT_WORDS[treatment].name);
export const wayWord = (way: BillWay): string => t(WAY_WORDS[way]);

/** What can be chosen besides what is usual, by the value that the form holds. */
export const groupingChoices = () => BILL_GROUPINGS.map((id) => ({ id, name: t(GROUPING_WORDS[id]) }));
export const wayChoices = () => BILL_WAYS.map((id) => ({ id, name: t(WAY_WORDS[id]) }));

/** 'Net 14' in words, with the discount for paying early; null: as usual. */
const termWords = ({ paymentDays, discountPercent, discountDays }: Customer): string | null => {
  const days = (count: number): string => plural(count, '{count} day', '{count} days');
  const discount =
    discountPercent === null
      ? null
      : Number(discountPercent) === 0
        ? t('no discount')
        : plural(discountDays ?? 0, '{percent} off within {count} day', '{percent} off within {count} days', {
            percent: formatPercent(Number(discountPercent)),
          });
  return [paymentDays === null ? null : days(paymentDays), discount].filter(Boolean).join(', ') || null;
};

/** How the customer is billed, where that is not as usual. */
export const billingFacts = (customer: Customer): FactsProps['facts'] => {
  const { billGrouping, billWay, hasAnnex, buyerReference, isReminded, language, taxTreatment, taxNote, taxNumber } = customer;
  return [
    [t('Payment terms'), termWords(customer)],
    [t('Number of bills'), billGrouping && t(GROUPING_WORDS[billGrouping])],
    [t('How they get bills'), billWay && wayWord(billWay)],
    [t('Work log'), hasAnnex === null ? null : hasAnnex ? t('With bills') : t('Not with bills')],
    [t('Their reference'), buyerReference],
    [t('Language of their bills'), LANGUAGES.find(({ id }) => id === language)?.name],
    [t('Reminded'), isReminded ? null : t('No')],
    [t('Tax Number'), taxNumber],
    [t('Tax'), taxTreatment === 'usual' ? null : treatmentWord(taxTreatment)],
    [t('Reason or certificate'), taxNote],
  ];
};
