import { useState } from 'react';
import type { JobBill } from '#shared/billing/schemas/billing-record.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { percentOf } from '#client/entities/organizations/money-form.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { type DepositedBill, DepositDialog } from './deposit-dialog.tsx';

interface DepositButtonProps {
  readonly jobIds: readonly number[];
  /** Their bill as it would be issued now. */
  readonly computed: DepositedBill & Pick<JobBill, 'bill' | 'taxPosition'>;
}

/** Offers to bill a deposit for the jobs of a bill that is not issued yet. */
export const DepositButton = ({ jobIds, computed }: DepositButtonProps) => {
  const { bill, taxPosition } = computed;
  const { taxRate, taxIncluded } = useOrganization();
  const isOffline = useIsOffline();
  const [isAsking, setAsking] = useState(false);
  // Taxed like most of the work.
  const [largest] = bill.taxes.toSorted((one, other) => other.cents - one.cents);
  const usual =
    (taxPosition?.category ?? 'S') !== 'S'
      ? { taxPercent: '0', taxIncluded: false }
      : { taxPercent: percentOf(taxRate) || '0', taxIncluded };
  const tax = largest ?? usual;
  return (
    <>
      <Button disabled={isOffline} onClick={() => setAsking(true)}>
        {t('Bill a deposit')}
      </Button>
      {isAsking && (
        <DepositDialog
          jobIds={jobIds}
          computed={computed}
          tax={{ taxPercent: tax.taxPercent, taxIncluded: tax.taxIncluded }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
