import type { Organization } from '#shared/domain/organization.ts';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { t } from '#client/lib/texts.ts';

/** Whom customers pay, as a form holds it; empty texts mean nothing. */
export interface BankForm {
  readonly bankHolder: string;
  readonly bankAccount: string;
  readonly bankCode: string;
  readonly bankName: string;
}

/** The fields of the organization that the form has, for `z.pick`. */
export const BANK = { bankHolder: true, bankAccount: true, bankCode: true, bankName: true } as const;

/** What the form begins with; a copy on this device may be from before there were bank details. */
export const bankOf = (organization: Partial<Organization>): BankForm => ({
  bankHolder: organization.bankHolder ?? '',
  bankAccount: organization.bankAccount ?? '',
  bankCode: organization.bankCode ?? '',
  bankName: organization.bankName ?? '',
});

/** The bank account that bills name. */
export const BankFields = ({ form }: { readonly form: FieldsOf<BankForm> }) => (
  <>
    <TextField
      form={form}
      name="bankHolder"
      label={t('Account holder')}
      autoComplete="off"
      hint={t('Only if it is not the company by its name.')}
    />
    <TextField form={form} name="bankAccount" label={t('IBAN or account number')} autoComplete="off" />
    <TextField form={form} name="bankCode" label={t('BIC, routing number or sort code')} autoComplete="off" />
    <TextField form={form} name="bankName" label={t('Bank')} autoComplete="off" />
  </>
);
