import { useState } from 'react';
import type { NumberedSettings } from '#shared/billing/schemas/billing-settings.ts';
import { formatIban } from '#shared/domain/iban.ts';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { BankDialog } from '#client/entities/organizations/bank-dialog.tsx';
import { PaymentDialog } from '#client/features/billing/settings/payment-dialog.tsx';
import { SettingsCard } from '#client/features/billing/settings/settings-card.tsx';
import { TestCode } from '#client/features/billing/settings/test-code.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { EditIcon } from '#client/ui/icons.tsx';

/** Where customers pay. The account is the organization's own, for its owner and admins to change. */
export const PaymentCard = ({ settings }: { readonly settings: NumberedSettings }) => {
  const organization = useOrganization();
  const mayChangeAccount = useCan('organization:write');
  const [edited, setEdited] = useState<'account' | 'others' | null>(null);
  const [fresh, setFresh] = useState(organization);
  const openFresh = useFreshRecord('organizations', organization.id);
  const { bankHolder, bankAccount, bankCode, bankName } = organization;
  const { qrIban, hasReference, paymentText } = settings;
  const close = () => setEdited(null);
  const editAccount = () =>
    openFresh(organization, (current) => {
      setFresh(current);
      setEdited('account');
    });
  return (
    <>
      <SettingsCard
        title={t('Ways to pay')}
        editLabel={t('Edit ways to pay')}
        onEdit={() => setEdited('others')}
        facts={[
          [t('IBAN or account number'), bankAccount === null ? t('No bank details yet.') : formatIban(bankAccount)],
          [t('Account holder'), bankHolder],
          [t('BIC, routing number or sort code'), bankCode],
          [t('Bank'), bankName],
          ['QR-IBAN', qrIban && formatIban(qrIban)],
          [t('Transfers name'), hasReference ? t('a creditor reference') : t('the bill’s number')],
          [t('Other ways to pay'), paymentText && <span className="whitespace-pre-line">{paymentText}</span>],
        ]}
      >
        <p>{t('When this changes, the owner and all admins get an email, so that nobody redirects your money unnoticed.')}</p>
        {mayChangeAccount && (
          <Button size="small" icon={EditIcon} onClick={() => void editAccount()}>
            {t('Edit Bank details')}
          </Button>
        )}
        <TestCode settings={settings} />
      </SettingsCard>
      {edited === 'account' && <BankDialog organization={fresh} onClose={close} />}
      {edited === 'others' && <PaymentDialog settings={settings} onClose={close} />}
    </>
  );
};
