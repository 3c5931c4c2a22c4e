import type { PaymentWish } from '#shared/domain/payment-wish.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { RadioGroup } from '#client/ui/radio-group.tsx';

interface PaymentWishesProps {
  readonly paidCents: number;
  readonly currency: string;
  readonly value: PaymentWish;
  readonly onChange: (wish: PaymentWish) => void;
}

/** Asks where the payments of a record go that is being voided. */
export const PaymentWishes = ({ paidCents, currency, value, onChange }: PaymentWishesProps) => (
  <RadioGroup
    label={t('{paid} has been paid on this bill. Where should it go?', { paid: formatMoney(paidCents, currency) })}
    choices={[
      {
        id: 'credit',
        name: t('On the next bill'),
        hint: t('Kept as a customer credit until the job is billed again, then applied there.'),
      },
      { id: 'refund', name: t('Back to the customer'), hint: t('Noted on this bill as refunded today.') },
    ]}
    value={value}
    onChange={onChange}
  />
);
