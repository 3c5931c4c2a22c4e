import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { customerInput } from '#shared/domain/customer.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { TeamDialog, useWaiting } from '#client/entities/members/team-dialog.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { CustomerFields, NEW_CUSTOMER } from '#client/entities/customers/customer-fields.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { customerQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { AddForm, ListCard } from '#client/features/onboarding/parts.tsx';
import { ofOrganization, WizardFrame } from '#client/features/onboarding/wizard-frame.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { InviteIcon } from '#client/ui/icons.tsx';

const CustomerForm = ({ orgId }: { readonly orgId: number }) => {
  const notices = useNotices();
  const create = useWriter(orgId, routes.customers.create);
  const form = useForm({ initial: NEW_CUSTOMER, schema: customerInput });
  const { values } = form;
  const submit = () =>
    form.submit(
      async () => {
        const saved = await create({ params: { orgId }, body: values });
        notices.saved(saved, t('Customer'), t('Customer Added'), values.businessName.trim());
        form.beginAnother(NEW_CUSTOMER);
      },
      (error) => notices.failure(t('Failed to add customer'), error),
    );
  return (
    <AddForm title={t('Add a customer')} submitLabel={t('Add Customer')} isBusy={form.isBusy} problems={form.problems} onSubmit={submit}>
      <CustomerFields form={form} />
    </AddForm>
  );
};

const AlmostDone = () => (
  <div className="rounded-ctl bg-field-bg px-4 py-3.5 text-field-fg md:col-span-2">
    <h2 className="font-[680]">{t('Almost Done!')}</h2>
    <p className="text-sm">{t('You can skip customers for now and add them when the first job comes in.')}</p>
  </div>
);

/** Employees who were given access in the first step and have not joined yet. */
const TeamLine = ({ organization }: { readonly organization: Organization }) => {
  const [isOpen, setOpen] = useState(false);
  const waiting = useWaiting(organization)?.length ?? 0;
  return (
    waiting > 0 && (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:col-span-2">
        <p className="min-w-0 flex-[1_1_12rem] text-ink2">
          {plural(waiting, "{count} person hasn't joined yet.", "{count} people haven't joined yet.")}
        </p>
        <Button icon={InviteIcon} onClick={() => setOpen(true)}>
          {t('Send your team their link')}
        </Button>
        {isOpen && <TeamDialog organization={organization} leaveLabel={t('Done')} onClose={() => setOpen(false)} />}
      </div>
    )
  );
};

const StepCustomers = ({ organization }: { readonly organization: Organization }) => {
  const query = useQuery(customerQueries.list(organization.id));
  return (
    <WizardFrame
      step="customers"
      organization={organization}
      title={t('Who do you work for?')}
      lead={t('Every job belongs to a customer.')}
      back={t('Back to Equipment')}
      forward={t('Complete Setup & Go to Dashboard')}
    >
      <AlmostDone />
      <QueryView query={query} loading={t('Loading customers...')}>
        {(customers) => (
          <ListCard label={t('Customers')} nameOf={({ businessName }) => businessName} items={customers} empty={t('No customers yet.')}>
            {({ businessName, address, phoneNumber }) => (
              <div>
                <h2 className="font-[680] wrap-anywhere">{businessName}</h2>
                {[address, phoneNumber].filter(Boolean).map((text) => (
                  <p key={text} className="text-sm wrap-anywhere text-ink2">
                    {text}
                  </p>
                ))}
              </div>
            )}
          </ListCard>
        )}
      </QueryView>
      <CustomerForm orgId={organization.id} />
      <TeamLine organization={organization} />
    </WizardFrame>
  );
};

/** `/onboarding/step-customers` (specification 3.25). */
export const StepCustomersScreen = ofOrganization(StepCustomers);
