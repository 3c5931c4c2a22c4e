import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS_LEVEL_LABEL } from '#shared/access/roles.ts';
import { routes } from '#shared/routes.ts';
import { type Employee, employeeInput } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { employeeQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { EmployeeNames } from '#client/entities/employees/employee-fields.tsx';
import { InvitePerson } from '#client/entities/members/invite-later.tsx';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { joiningOf, mayInvite } from '#client/entities/members/joining.ts';
import { JoiningBadge } from '#client/entities/members/joining-badge.tsx';
import { TeamDialog, useWaiting } from '#client/entities/members/team-dialog.tsx';
import { AddForm, focusAddForm, ListCard } from '#client/features/onboarding/parts.tsx';
import { QuickFrame } from '#client/features/onboarding/quick/quick-frame.tsx';
import { LevelField, NEW_EMPLOYEE, ownerFirst, withAccess } from '#client/features/onboarding/record-fields.tsx';
import { useComplete } from '#client/features/onboarding/use-onboarding.ts';
import { ofOrganization } from '#client/features/onboarding/wizard-frame.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { InviteIcon, OwnerIcon } from '#client/ui/icons.tsx';

const FORM = 'add-person';

interface PersonFormProps {
  readonly orgId: number;
}

/** One person after the other: Enter adds them and begins the next. */
const PersonForm = ({ orgId }: PersonFormProps) => {
  const notices = useNotices();
  const create = useWriter(orgId, routes.employees.create);
  const form = useForm({ initial: NEW_EMPLOYEE, schema: employeeInput });
  const { values } = form;
  const submit = () =>
    form.submit(
      async () => {
        // Drivers can be chosen on entries, invited or not.
        const body = { ...withAccess(values), isOperator: values.accessLevel === 'employee' };
        const saved = await create({ params: { orgId }, body });
        if (saved.state !== 'sent') {
          notices.saved(saved, t('Employee'), t('Employee Added'));
        }
        form.beginAnother({ ...NEW_EMPLOYEE, accessLevel: values.accessLevel });
        focusAddForm(FORM);
      },
      (error) => notices.failure(t('Failed to add employee'), error),
    );
  return (
    <AddForm
      id={FORM}
      title={t('Add a person')}
      submitLabel={t('Add and next')}
      isBusy={form.isBusy}
      problems={form.problems}
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <EmployeeNames form={form} />
      </div>
      <TextField
        form={form}
        name="email"
        label={t('Email')}
        type="email"
        autoComplete="off"
        hint={t('If they have one: it says who may join.')}
      />
      <LevelField form={form} />
    </AddForm>
  );
};

const People = ({ organization }: { readonly organization: Organization }) => {
  const { id: orgId, name } = organization;
  const notices = useNotices();
  const complete = useComplete(organization);
  const query = useQuery(employeeQueries.list(orgId));
  const { data: invitations } = useQuery(invitationsQuery(orgId));
  const waiting = useWaiting(organization)?.length ?? 0;
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<Employee | null>(null);
  const [isBusy, setBusy] = useState(false);
  const finish = async () => {
    setBusy(true);
    try {
      await complete(t('Setup Complete!'), t('{name} is ready to work.', { name }));
    } catch (error) {
      notices.failure(t('Failed to complete setup'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <QuickFrame
      step="people"
      organization={organization}
      title={t('Who works with you?')}
      lead={t('Everyone joins on their own phone, with their own link. You can add people at any time.')}
      forward={t('Finish')}
      busyText={isBusy && t('Saving...')}
      onForward={() => void finish()}
    >
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] md:gap-5">
        <div className="grid gap-4">
          <QueryView query={query} loading={t('Loading employees...')}>
            {(employees) => (
              <ListCard label={t('Employees')} nameOf={fullName} items={ownerFirst(employees)} empty={t('No employees added yet.')}>
                {(employee) => (
                  <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
                    <span className="min-w-0 flex-1 basis-40 font-[680] wrap-anywhere">{fullName(employee)}</span>
                    <Badge
                      tone={employee.accessLevel === 'owner' ? 'plum' : 'stone'}
                      {...(employee.accessLevel === 'owner' ? { icon: OwnerIcon } : {})}
                    >
                      {t(ACCESS_LEVEL_LABEL[employee.accessLevel])}
                    </Badge>
                    {employee.accessLevel !== 'owner' && <JoiningBadge joining={joiningOf(employee, invitations)} seesLinks />}
                    {mayInvite(organization.role, employee) && (
                      <Button
                        size="small"
                        icon={InviteIcon}
                        aria-label={t('Invite {name}', { name: fullName(employee) })}
                        onClick={() => setInvited(employee)}
                      >
                        {t('Invite')}
                      </Button>
                    )}
                  </div>
                )}
              </ListCard>
            )}
          </QueryView>
          {waiting > 1 && (
            <Button icon={InviteIcon} className="justify-self-start max-sm:w-full" onClick={() => setInviting(true)}>
              {plural(waiting, 'Invite 1 person', 'Invite {count} people')}
            </Button>
          )}
        </div>
        <PersonForm orgId={orgId} />
      </div>
      {invited && <InvitePerson organization={organization} employee={invited} onClose={() => setInvited(null)} />}
      {isInviting && <TeamDialog organization={organization} leaveLabel={t('Done')} onClose={() => setInviting(false)} />}
    </QuickFrame>
  );
};

/** `/onboarding/people` (specification 3.36). */
export const PeopleScreen = ofOrganization(People);
