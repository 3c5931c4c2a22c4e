import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { NumberedSettings } from '#shared/billing/schemas/billing-settings.ts';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { RetentionNote } from '#client/entities/organizations/retention-note.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { MoneyOnly, OfflineNote } from '#client/features/billing/money-only.tsx';
import { FooterDialog } from '#client/features/billing/settings/footer-dialog.tsx';
import { NumbersDialog } from '#client/features/billing/settings/numbers-dialog.tsx';
import { PaymentCard } from '#client/features/billing/settings/payment-card.tsx';
import { RemindersDialog } from '#client/features/billing/settings/reminders-dialog.tsx';
import { SettingsCard } from '#client/features/billing/settings/settings-card.tsx';
import { numberFacts, reminderFacts, SCHEME_WORDS, schemeSentence, termFacts } from '#client/features/billing/settings/settings-words.ts';
import { TaxDialog } from '#client/features/billing/settings/tax-dialog.tsx';
import { TermsDialog } from '#client/features/billing/settings/terms-dialog.tsx';
import type { SettingsDialogProps } from '#client/features/billing/settings/use-settings-change.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';

const Cards = ({ settings }: { readonly settings: NumberedSettings }) => {
  const organization = useOrganization();
  const [edited, setEdited] = useState<{ readonly Dialog: ComponentType<SettingsDialogProps> } | null>(null);
  const open = (Dialog: ComponentType<SettingsDialogProps>) => () => setEdited({ Dialog });
  const { taxScheme, taxRegistration, footer } = settings;
  const sentence = schemeSentence(organization, taxScheme);
  return (
    <div className="grid items-start gap-(--gap) lg:grid-cols-2">
      <div className="grid gap-(--gap)">
        <SettingsCard title={t('Numbers')} editLabel={t('Edit numbers')} onEdit={open(NumbersDialog)} facts={numberFacts(settings)} />
        <SettingsCard title={t('Terms')} editLabel={t('Edit terms')} onEdit={open(TermsDialog)} facts={termFacts(settings)} />
        <SettingsCard
          title={t('Reminders')}
          editLabel={t('Edit reminders')}
          onEdit={open(RemindersDialog)}
          facts={reminderFacts(settings, organization.currency)}
        />
        <Card>
          <CardHead title={t('Keeping bills')} />
          <div className="grid gap-2 p-4.5">
            <RetentionNote country={organization.country} />
            <p className="text-ink2">
              {t(
                'Headland keeps every bill for as long as the organization exists, with what it was made of. Deleting the organization deletes them.',
              )}
            </p>
          </div>
        </Card>
      </div>
      <div className="grid gap-(--gap)">
        <PaymentCard settings={settings} />
        <SettingsCard
          title={t('Tax')}
          editLabel={t('Edit tax')}
          onEdit={open(TaxDialog)}
          facts={[
            [t('Tax scheme'), t(SCHEME_WORDS[taxScheme].name)],
            [t('Tax number'), organization.taxNumber],
            [t('Second tax number'), taxRegistration],
          ]}
        >
          {sentence !== null && (
            <p>
              {t('Bills say')}: <b className="font-[560] text-ink">{sentence}</b>
            </p>
          )}
          <p>{t('Name, rate and number of the tax are in the organization settings.')}</p>
        </SettingsCard>
        <SettingsCard
          title={t('Footer of bills')}
          editLabel={t('Edit footer')}
          onEdit={open(FooterDialog)}
          facts={[
            [t('At the foot of each page'), footer === null ? t('Nothing yet') : <span className="whitespace-pre-line">{footer}</span>],
          ]}
        />
      </div>
      {edited && <edited.Dialog settings={settings} onClose={() => setEdited(null)} />}
    </div>
  );
};

/** `/organization/billing/settings`: how the organization bills. */
export const BillingSettingsScreen = () => {
  const { id: orgId } = useOrganization();
  const query = useQuery(billingQueries.settings(orgId));
  return (
    <MoneyOnly>
      <BackLink to={BOARD}>{t('Back to Billing')}</BackLink>
      <PageHead title={t('Billing settings')} sub={t('For bills from now on. Those already issued stay as they are.')} />
      <div className="mb-3 empty:hidden">
        <OfflineNote copyName="settings" />
      </div>
      <QueryView query={query} loading={t('Loading...')}>
        {(settings) => <Cards settings={settings} />}
      </QueryView>
    </MoneyOnly>
  );
};
