import { contract } from '#shared/contract.ts';
import { type Customer, customerInput } from '#shared/domain/customer.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWrite } from '#client/data/use-write.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

interface CustomerDialogProps {
  /** Null: a new one. */
  readonly customer: Customer | null;
  /** Takes the values instead of their being written: for a change that waits already. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onClose: () => void;
}

/** Add New Customer and Edit Customer (specification 2 §2 and §5). */
export const CustomerDialog = ({ customer, onSave, onClose }: CustomerDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWrite(orgId, contract.customers.create);
  const update = useWrite(orgId, contract.customers.update);
  const form = useForm({
    initial: { businessName: customer?.businessName ?? '', address: customer?.address ?? '', phoneNumber: customer?.phoneNumber ?? '' },
    schema: customerInput,
  });
  const isBusy = create.isPending || update.isPending;

  const submit = async () => {
    const body = form.check();
    if (!body) {
      return;
    }
    try {
      if (onSave) {
        await onSave(body);
        onClose();
        return;
      }
      const saved = await (customer
        ? update.mutateAsync({ params: { id: customer.id }, body, seen: customer })
        : create.mutateAsync({ params: { orgId }, body }));
      notices.saved(
        saved,
        'Customer',
        customer ? 'Customer updated' : 'Customer created',
        `Customer has been ${customer ? 'updated' : 'created'} successfully.`,
      );
      onClose();
    } catch (error) {
      form.showServerIssues(error);
      notices.failure(customer ? 'Failed to update customer' : 'Failed to create customer', error);
    }
  };
  return (
    <FormDialog
      title={customer ? 'Edit Customer' : 'Add New Customer'}
      submitLabel={customer ? 'Update Customer' : 'Create Customer'}
      busyText={isBusy && 'Saving...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Business Name" required error={form.errors['businessName']}>
        {(control) => (
          <TextInput {...control} value={form.values.businessName} onChange={(event) => form.set('businessName', event.target.value)} />
        )}
      </Field>
      <Field label="Address" error={form.errors['address']}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="street-address"
            value={form.values.address}
            onChange={(event) => form.set('address', event.target.value)}
          />
        )}
      </Field>
      <Field label="Phone Number" error={form.errors['phoneNumber']}>
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            autoComplete="tel"
            value={form.values.phoneNumber}
            onChange={(event) => form.set('phoneNumber', event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
};
