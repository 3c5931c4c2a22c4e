import { Link } from 'wouter';
import type { BillWarning } from '#shared/billing/schemas/bill.ts';
import type { ComputedDraft } from '#shared/billing/schemas/billing-record.ts';
import { type EInvoiceNeed, isOwnNeed, type LegalNeed, OWN_LEGAL_NEEDS } from '#shared/billing/schemas/tax-position.ts';
import { useBillNames } from '#client/features/billing/bills/use-bill-names.ts';
import { pageLanguage } from '#client/lib/language.ts';
import { listWords } from '#client/lib/lists.ts';
import { t, wordsOf } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { AttentionIcon, ReceiptIcon } from '#client/ui/icons.tsx';

const DAYS: LegalNeed = 'the days of the work';

interface LawCardProps extends Pick<ComputedDraft, 'taxPosition' | 'legalNeeds' | 'eInvoiceNeeds' | 'customer'> {
  readonly warnings: readonly BillWarning[];
}

interface Remark {
  readonly text: string;
  readonly isWarning: boolean;
  readonly way?: { readonly to: string; readonly label: string };
}

const needRemark = (needs: readonly LegalNeed[], way?: Remark['way']): Remark[] => {
  const missing = listWords(needs.map((need) => wordsOf(need)));
  const text = t('By law, this bill should say: {missing}.', { missing });
  return needs.length === 0 ? [] : [{ text, isWarning: true, ...(way ? { way } : {}) }];
};

const eInvoiceRemark = (needs: readonly EInvoiceNeed[], way?: Remark['way']): Remark[] => {
  const missing = listWords(needs.map((need) => wordsOf(need)));
  return needs.length === 0
    ? []
    : [{ text: t('Missing for the e-invoice: {missing}', { missing }), isWarning: true, ...(way ? { way } : {}) }];
};

/** What the bill says of its tax, and what it lacks that the law or an e-invoice asks for; renders nothing if there is nothing to say. */
export const LawCard = ({ taxPosition, legalNeeds, eInvoiceNeeds, customer, warnings }: LawCardProps) => {
  const names = useBillNames();
  const needs = legalNeeds ?? [];
  const ours = needs.filter((need) => OWN_LEGAL_NEEDS.includes(need));
  const theirs = needs.filter((need) => !OWN_LEGAL_NEEDS.includes(need) && need !== DAYS);
  const said: readonly string[] = needs;
  const further = (eInvoiceNeeds ?? []).filter((need) => !said.includes(need));
  const toOrganization = { to: '/organization', label: t('Open the organization') };
  const toCustomer = { to: `/customers/${customer?.id ?? ''}`, label: t('Open the customer') };
  const remarks: readonly Remark[] = [
    ...(taxPosition?.notes[pageLanguage()] ?? []).map((text) => ({ text, isWarning: false })),
    ...warnings
      .filter(({ kind }) => kind === 'taxInPrice')
      .map(({ serviceTypeId }) => ({
        text:
          serviceTypeId === null
            ? t('This customer pays no tax, but a price of a line added by hand includes it. The price stays as it is.')
            : t('This customer pays no tax, but the price of {service} includes it. The price stays as it is.', {
                service: names.service(serviceTypeId),
              }),
        isWarning: true,
      })),
    ...needRemark(ours, toOrganization),
    ...needRemark(theirs, toCustomer),
    ...needRemark(needs.filter((need) => need === DAYS)),
    // One link to each of them.
    ...eInvoiceRemark(further.filter(isOwnNeed), ours.length === 0 ? toOrganization : undefined),
    ...eInvoiceRemark(
      further.filter((need) => !isOwnNeed(need)),
      theirs.length === 0 ? toCustomer : undefined,
    ),
  ];
  return (
    remarks.length > 0 && (
      <Card>
        <CardHead title={t('Tax and law')} />
        <ul>
          {remarks.map(({ text, isWarning, way }) => (
            <li key={text} className="flex flex-wrap items-center gap-x-3 border-b border-line px-4.5 py-2 last:border-b-0">
              <span className="flex min-w-0 flex-[1_1_16rem] items-start gap-2.5 py-1.5">
                {isWarning ? (
                  <AttentionIcon className="mt-0.5 size-5 shrink-0 text-straw-fg" aria-hidden="true" />
                ) : (
                  <ReceiptIcon className="mt-0.5 size-5 shrink-0 text-sky-fg" aria-hidden="true" />
                )}
                <span className="wrap-anywhere">{text}</span>
              </span>
              {way && (
                <Link href={way.to} className="inline-flex min-h-11 items-center font-[620] text-act max-sm:pl-7.5">
                  {way.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Card>
    )
  );
};
