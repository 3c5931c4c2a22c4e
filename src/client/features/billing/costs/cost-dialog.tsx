import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { type CostRate, costRatePatch } from '#shared/billing/schemas/cost-rate.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

/** Something that costs the organization money by the hour, or fuel: here neither an employee nor a machine. */
export interface Costly {
  readonly name: string;
  readonly employeeId: number | null;
  readonly equipmentId: number | null;
}

interface CostDialogProps {
  readonly subject: Costly;
  /** Null: a new one. */
  readonly rate: CostRate | null;
  readonly onClose: () => void;
}

const costForm = z.pipe(
  z.transform(({ price, validFrom }: { readonly price: string; readonly validFrom: string }): z.input<typeof costRatePatch> => ({
    price,
    validFrom: validFrom === '' ? null : validFrom,
  })),
  costRatePatch,
);

/** What an hour of an employee or a machine, or a unit of fuel, costs from a given day on. */
export const CostDialog = ({ subject, rate, onClose }: CostDialogProps) => {
  const { id: orgId, currency } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const form = useForm({ initial: { price: rate?.price ?? '', validFrom: rate?.validFrom ?? '' }, schema: costForm, isOnlineOnly: true });
  const { employeeId, equipmentId } = subject;
  const save = () =>
    form.submit(
      async ({ price = '', validFrom = null }) => {
        await change((ask) =>
          rate === null
            ? ask(routes.costRates.create, { params: { orgId }, body: { employeeId, equipmentId, price, validFrom } })
            : ask(routes.costRates.update, { params: { id: rate.id }, body: { price, validFrom } }, rate.version),
        );
        notices.success(t('Success'), t('Cost rate saved'));
        onClose();
      },
      (error) => notices.failure(t('Failed to save the cost rate'), error),
    );
  const remove = async () => {
    try {
      await change((ask) => ask(routes.costRates.remove, { params: { id: rate?.id ?? 0 } }));
      notices.success(t('Success'), t('Cost rate deleted'));
      onClose();
    } catch (error) {
      notices.failure(t('Failed to delete the cost rate'), error);
    }
  };
  return (
    <Dialog
      title={t('Cost of {name}', { name: subject.name })}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          {rate !== null && (
            <Button disabled={isBusy} onClick={() => void remove()}>
              {t('Delete')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busyText={isBusy && t('Saving...')}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <FormProblems problems={form.problems} />
        <NumberField
          label={
            employeeId === null && equipmentId === null
              ? t('Price per unit ({currency})', { currency })
              : t('Cost per hour ({currency})', { currency })
          }
          required
          error={form.errors['price']}
          value={form.values.price}
          onChange={(price) => form.set('price', price)}
        />
        <TextField form={form} name="validFrom" label={t('Valid from')} hint={t('Leave empty for always.')} type="date" />
      </DialogBody>
    </Dialog>
  );
};
