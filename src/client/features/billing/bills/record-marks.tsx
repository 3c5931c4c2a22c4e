import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { STATE_WORD } from '#client/features/billing/payments/payment-status-words.ts';
import { t } from '#client/lib/texts.ts';
import { Badge, Chip } from '#client/ui/badge.tsx';
import { MailIcon, RestoreIcon } from '#client/ui/icons.tsx';
import { KIND_WORD, kindOf } from './record-kind.ts';

type OfKind = Pick<BillingHead, 'kind' | 'series'>;

/** Marks what is anything but a bill. */
export const KindMark = ({ record }: { readonly record: OfKind }) => {
  const kind = kindOf(record);
  switch (kind) {
    case 'bill':
      return null;
    case 'reversal':
      return (
        <Badge tone="stone" icon={RestoreIcon}>
          {t(KIND_WORD[kind])}
        </Badge>
      );
    default:
      return <Chip>{t(KIND_WORD[kind])}</Chip>;
  }
};

const VoidBadge = () => (
  <Badge tone="poppy" icon={RestoreIcon}>
    {t('Voided')}
  </Badge>
);

/** Marks a record that is anything but a valid bill. */
export const BillingRecordMark = ({ record }: { readonly record: OfKind & Pick<BillingHead, 'reversedById'> }) => (
  <>
    <KindMark record={record} />
    {record.reversedById !== null && <VoidBadge />}
  </>
);

/** Marks a bill whose email came back, until it is sent once more. */
export const CameBackMark = ({ record: { isUndelivered = false } }: { readonly record: Pick<BillingHead, 'isUndelivered'> }) =>
  isUndelivered && (
    <Badge tone="poppy" icon={MailIcon}>
      {t('Email came back')}
    </Badge>
  );

type OfState = Pick<BillingHead, 'state' | 'paidCents' | 'creditedCents'>;

/** Whether a bill is paid, in a word; for voided bills, credit notes and reversals there are other badges. */
export const StateBadge = ({ record: { state, paidCents, creditedCents = 0 } }: { readonly record: OfState }) => {
  if (state === 'void' || state === 'reversal' || state === 'credit') {
    return null;
  }
  const { tone, word } = STATE_WORD[state];
  // 'Paid' would be said of money that nobody paid.
  const isCreditedAlone = paidCents > 0 && paidCents === creditedCents;
  if (isCreditedAlone && (state === 'paid' || state === 'partlyPaid')) {
    return <Badge tone={tone}>{state === 'paid' ? t('Credited') : t('Partly credited')}</Badge>;
  }
  return <Badge tone={tone}>{t(word)}</Badge>;
};

/** The same in a list, where voided records have no other mark. */
export const ListedState = ({ record }: { readonly record: OfState }) =>
  record.state === 'void' ? <VoidBadge /> : <StateBadge record={record} />;
