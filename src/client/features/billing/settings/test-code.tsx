import { useState } from 'react';
import { payCodeOf } from '#shared/billing/pay-code.ts';
import { formatReference } from '#shared/billing/payment-references.ts';
import type { BillingSettings } from '#shared/billing/schemas/billing-settings.ts';
import { swissBillOf } from '#shared/billing/swiss-bill.ts';
import { testPayable } from '#shared/billing/test-code.ts';
import { formatIban } from '#shared/domain/iban.ts';
import { Facts } from '#client/components/facts.tsx';
import { QrCode } from '#client/components/qr-code.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';

type PaymentSettings = Pick<BillingSettings, 'qrIban' | 'hasReference' | 'paymentText'>;

/** One cent to the organization's account, as its bills will ask for what they come to. */
const useTestPayable = ({ qrIban, hasReference, paymentText: text }: PaymentSettings) => {
  const organization = useOrganization();
  const { bankHolder, bankAccount: account, bankCode: code, bankName, currency, name } = organization;
  return testPayable(organization, { holder: bankHolder ?? name, account, code, bankName, qrIban, hasReference, text }, currency);
};

/** A code of one cent to scan before the first bill goes out, and what a banking app should show then. Renders nothing where bills have no code. */
export const TestCode = ({ settings }: { readonly settings: PaymentSettings }) => {
  const payable = useTestPayable(settings);
  const [isShown, setShown] = useState(false);
  const code = payCodeOf(payable);
  const { payment, currency, openCents } = payable;
  if (code === null || payment === null) {
    return null;
  }
  const iban = swissBillOf(payable)?.iban ?? payment.account ?? '';
  return (
    <>
      <Button size="small" onClick={() => setShown(true)}>
        {t('Test code')}
      </Button>
      {isShown && (
        <Dialog
          title={t('Test code')}
          size="small"
          onClose={() => setShown(false)}
          footer={<Button onClick={() => setShown(false)}>{t('Close')}</Button>}
        >
          <DialogBody>
            <p>{t('Scan this with your banking app before the first bill goes out. Nothing is paid until you confirm it there.')}</p>
            <div className="mx-auto size-56">
              <QrCode text={code.text} label={t('Test code of one cent')} />
            </div>
            <h3 className="font-bold">{t('Your app should show:')}</h3>
            <Facts
              shape="dialog"
              facts={[
                [t('Account holder'), payment.holder],
                ['IBAN', formatIban(iban)],
                [t('Amount'), formatMoney(openCents, currency)],
                [t('Reference'), formatReference(payment.reference)],
              ]}
            />
            <p className="text-sm text-ink2">
              {t('If anything is different, correct the bank details: every bill asks for its payment like this.')}
            </p>
          </DialogBody>
        </Dialog>
      )}
    </>
  );
};
