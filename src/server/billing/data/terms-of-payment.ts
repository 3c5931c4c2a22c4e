import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import { addDays, type CalendarDate } from '#shared/lib/dates.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { Context } from '#server/context.ts';

interface Row {
  readonly paymentDays: number | null;
  readonly discountPercent: string | null;
  readonly discountDays: number | null;
  readonly hasAnnex: boolean | null;
  readonly language: LanguageId | null;
  readonly holder: string | null;
  readonly account: string | null;
  readonly code: string | null;
  readonly bankName: string | null;
  readonly qrIban: string | null;
  readonly hasReference: boolean | null;
  readonly text: string | null;
}

/** How the customer's bills are paid, and what they look like: as was agreed with them, else as the organization has it. */
export interface PaymentTerms extends Required<Pick<BillingContent, 'payment' | 'language' | 'hasAnnex'>> {
  readonly paymentDays: number;
  /** Both or neither. */
  readonly discountPercent: string | null;
  readonly discountDays: number | null;
}

/** Those of the organization where it is about no customer. */
export const paymentTermsOf = async ({ db, orgId }: Pick<Context, 'db' | 'orgId'>, customerId: number | null): Promise<PaymentTerms> => {
  const [row] = await db.query<Row>({
    name: 'payment-terms',
    text: `select coalesce(c.payment_days, s.payment_days) as "paymentDays",
                  case when c.discount_percent is null then s.discount_percent else c.discount_percent end as "discountPercent",
                  case when c.discount_percent is null then s.discount_days else c.discount_days end as "discountDays",
                  c.has_annex as "hasAnnex", coalesce(c.language, o.language) as language, coalesce(o.bank_holder, o.name) as holder,
                  o.bank_account as account, o.bank_code as code, o.bank_name as "bankName", s.qr_iban as "qrIban",
                  s.has_reference as "hasReference", s.payment_text as text
             from organizations o left join billing_settings s on s.organization_id = o.id
             left join customers c on c.organization_id = o.id and c.id = $2
            where o.id = $1`,
    values: [orgId, customerId],
  });
  if (!row) {
    throw new Error('An organization without a row.');
  }
  const { paymentDays, discountPercent, discountDays, hasAnnex, language, hasReference, ...payment } = row;
  const hasDiscount = discountPercent !== null && discountDays !== null && Number(discountPercent) > 0;
  return {
    paymentDays: paymentDays ?? PAYMENT_DAYS,
    discountPercent: hasDiscount ? discountPercent : null,
    discountDays: hasDiscount ? discountDays : null,
    hasAnnex,
    language,
    payment: { ...payment, hasReference: hasReference ?? false },
  };
};

/** The terms of a bill of that day. */
export const termsOn = (
  { paymentDays, discountPercent, discountDays }: PaymentTerms,
  issuedOn: CalendarDate,
): NonNullable<BillingContent['terms']> => ({
  paymentDays,
  discountPercent,
  discountDays,
  discountUntil: discountDays === null ? null : addDays(issuedOn, discountDays),
});
