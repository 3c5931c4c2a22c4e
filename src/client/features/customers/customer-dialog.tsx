import { routes } from '#shared/routes.ts';
import type { Customer } from '#shared/domain/customer.ts';
import { useState } from 'react';
import { CustomerFields } from '#client/entities/customers/customer-fields.tsx';
import { customerForm, moreOf } from '#client/entities/customers/customer-form.ts';
import { CustomerMoreFields } from '#client/entities/customers/customer-more-fields.tsx';
import { wholeCustomer } from '#client/entities/customers/whole-customer.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';

interface CustomerDialogProps {
  /** Null: a new one. */
  readonly customer: Customer | null;
  /** Called with the values instead of writing them: for a change that is already waiting. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onClose: () => void;
}

/** Add New Customer and Edit Customer (specification 4.10). */
export const CustomerDialog = ({ customer, onSave, onClose }: CustomerDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, routes.customers.create);
  const update = useWriter(orgId, routes.customers.update);
  const [more] = useState(() => moreOf(customer));
  const form = useForm({
    initial: {
      businessName: customer?.businessName ?? '',
      address: customer?.address ?? '',
      phoneNumber: customer?.phoneNumber ?? '',
      ...more,
    },
    schema: customerForm,
  });

  const submit = () =>
    form.submit(
      async (body) => {
        if (onSave) {
          await onSave(body);
          onClose();
          return;
        }
        const saved = await (customer
          ? update({ params: { id: customer.id }, body, seen: wholeCustomer(customer) })
          : create({ params: { orgId }, body }));
        notices.saved(
          saved,
          t('Customer'),
          customer ? t('Customer updated') : t('Customer created'),
          customer ? t('Customer has been updated successfully.') : t('Customer has been created successfully.'),
        );
        onClose();
      },
      (error) => notices.failure(customer ? t('Failed to update customer') : t('Failed to create customer'), error),
    );
  return (
    <FormDialog
      title={customer ? t('Edit Customer') : t('Add New Customer')}
      submitLabel={customer ? t('Update Customer') : t('Create Customer')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <CustomerFields form={form} />
      <CustomerMoreFields form={form} />
    </FormDialog>
  );
};
