import { useQuery } from '@tanstack/react-query';
import { MOST_RECIPIENTS } from '#shared/billing/schemas/bill-sending.ts';
import { isEmailAddress } from '#shared/lib/email-address.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { t } from '#client/lib/texts.ts';
import { Field, TextInput } from '#client/ui/field.tsx';

/** The addresses in a line of them, each once. */
export const addressesIn = (text: string): string[] => {
  const typed = text.split(/[\s,;]+/u).filter((address) => address !== '');
  return [...new Map(typed.map((address) => [address.toLowerCase(), address])).values()];
};

/** What is wrong with a line of addresses; undefined: nothing. */
export const recipientProblem = (text: string): string | undefined => {
  const addresses = addressesIn(text);
  const wrong = addresses.find((address) => !isEmailAddress(address));
  if (addresses.length === 0) {
    return t('Enter an email address.');
  }
  if (wrong !== undefined) {
    return t('{address} is not an email address.', { address: wrong });
  }
  return addresses.length > MOST_RECIPIENTS ? t('At most {most} addresses.', { most: MOST_RECIPIENTS }) : undefined;
};

/** How bills of the customer go out; undefined while it is not known. */
export const useBillSending = (customerId: number | undefined) => {
  const { id: orgId } = useOrganization();
  const { data, error } = useQuery({ ...billingQueries.sending(orgId, customerId ?? 0), enabled: customerId !== undefined });
  return { sending: data, isUnknown: error !== null };
};

interface RecipientsFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Where a bill is mailed to: the customer's addresses, to be changed for this one. */
export const RecipientsField = ({ value, error, onChange }: RecipientsFieldProps) => (
  <Field
    label={t("Customer's email address")}
    required
    error={error}
    hint={addressesIn(value).length > 1 ? t('Each of them gets an email of its own.') : t('Several with commas between them.')}
  >
    {(control) => (
      <TextInput
        {...control}
        // Not of the type email, whose own check of several addresses is the browser's, in its own words.
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);
