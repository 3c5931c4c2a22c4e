import { routes } from '#shared/routes.ts';
import type { BillingSettingsPatch, NumberedSettings } from '#shared/billing/schemas/billing-settings.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t } from '#client/lib/texts.ts';

/** What a dialog of the settings gets. */
export interface SettingsDialogProps {
  readonly settings: NumberedSettings;
  readonly onClose: () => void;
}

/** Changes a part of the settings, as they were seen, and says so. */
export const useSettingsChange = ({ settings, onClose }: SettingsDialogProps) => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  return {
    isBusy,
    save: async (body: BillingSettingsPatch): Promise<void> => {
      // What nobody has set yet has no version.
      const seen = settings.version === 0 ? undefined : settings.version;
      await change((ask) => ask(routes.billingSettings.update, { params: { orgId }, body }, seen));
      notices.success(t('Success'), t('Billing settings saved'));
      onClose();
    },
    failed: (error: unknown): void => notices.failure(t('Failed to save the billing settings'), error),
  };
};
