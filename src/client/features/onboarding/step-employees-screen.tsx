import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { ACCESS_LEVEL_LABEL } from '#shared/access/roles.ts';
import { routes } from '#shared/routes.ts';
import { type Employee, employeeInput } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { Email } from '#client/components/email.tsx';
import { InvitePerson } from '#client/entities/members/invite-later.tsx';
import { JoiningBadge } from '#client/entities/members/joining-badge.tsx';
import { type Joining, joiningOf, mayInvite } from '#client/entities/members/joining.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { EmployeeNames } from '#client/entities/employees/employee-fields.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { employeeQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { AddForm, focusAddForm, ListCard } from '#client/features/onboarding/parts.tsx';
import { EmployeeDetails, NEW_EMPLOYEE, ownerFirst, withAccess } from '#client/features/onboarding/record-fields.tsx';
import { namePath, useLacksName } from '#client/features/onboarding/use-onboarding.ts';
import { ofOrganization, WizardFrame } from '#client/features/onboarding/wizard-frame.tsx';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { InviteIcon, OwnerIcon, PlusIcon } from '#client/ui/icons.tsx';

const FORM = 'add-employee';

interface FormProps {
  readonly orgId: number;
  readonly onAdded: (employee: Employee | undefined) => void;
}

const EmployeeForm = ({ orgId, onAdded }: FormProps) => {
  const notices = useNotices();
  const create = useWriter(orgId, routes.employees.create);
  const form = useForm({ initial: NEW_EMPLOYEE, schema: employeeInput });
  const { values } = form;
  const submit = async () => {
    if (values.firstName.trim() === '' || values.lastName.trim() === '') {
      notices.problem(t('Required Fields Missing'), t('Please fill in first name and last name.'));
    }
    await form.submit(
      async () => {
        const saved = await create({ params: { orgId }, body: withAccess(values) });
        notices.saved(saved, t('Employee'), t('Employee Added'), fullName(values));
        form.beginAnother(NEW_EMPLOYEE);
        onAdded(saved.record);
      },
      (error) => notices.failure(t('Failed to add employee'), error),
    );
  };
  return (
    <AddForm
      id={FORM}
      title={t('Add an employee')}
      submitLabel={t('Add Employee')}
      isBusy={form.isBusy}
      problems={form.problems}
      onSubmit={submit}
    >
      <div className="grid gap-5.5 lg:grid-cols-2 lg:gap-x-4">
        <EmployeeNames form={form} />
      </div>
      <EmployeeDetails form={form} />
    </AddForm>
  );
};

interface LineProps {
  readonly employee: Employee;
  readonly joining: Joining;
  /** Null: there is nobody to invite. */
  readonly onInvite: (() => void) | null;
}

const EmployeeLine = ({ employee, joining, onInvite }: LineProps) => {
  const isOwner = employee.accessLevel === 'owner';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <div className="font-[680] wrap-anywhere">{fullName(employee)}</div>
        {employee.email && (
          <div className="text-sm text-ink2">
            <Email address={employee.email} />
          </div>
        )}
        {isOwner && <div className="text-sm text-ink2">{employee.isOperator ? t('Owner • Operator') : t('Owner • Non-operator')}</div>}
      </div>
      {isOwner ? (
        <Badge tone="plum" icon={OwnerIcon}>
          {t(ACCESS_LEVEL_LABEL.owner)}
        </Badge>
      ) : (
        <>
          <Badge tone="stone">{t(ACCESS_LEVEL_LABEL[employee.accessLevel])}</Badge>
          {employee.isOperator && <Badge tone="field">{t('Operator')}</Badge>}
          <JoiningBadge joining={joining} seesLinks />
          {onInvite && (
            <Button size="small" icon={InviteIcon} aria-label={t('Invite {name}', { name: fullName(employee) })} onClick={onInvite}>
              {t('Invite')}
            </Button>
          )}
        </>
      )}
    </div>
  );
};

/** On a phone, content below the form would be hidden behind the bar at the bottom. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** The next step for an employee who was just added: the link. */
const Offer = ({ employee, onInvite }: { readonly employee: Employee; readonly onInvite: () => void }) => (
  <div ref={intoView} className="scroll-mb-28">
    <Card className="flex flex-wrap items-center gap-3 p-4.5">
      <p className="min-w-0 flex-[1_1_12rem] wrap-anywhere">{t('{name} joins with a link.', { name: fullName(employee) })}</p>
      <Button variant="primary" icon={InviteIcon} onClick={onInvite}>
        {t('Invite {name}', { name: employee.firstName })}
      </Button>
    </Card>
  </div>
);

const StepEmployees = ({ organization }: { readonly organization: Organization }) => {
  const query = useQuery(employeeQueries.list(organization.id));
  const { data: invitations } = useQuery(invitationsQuery(organization.id));
  const [added, setAdded] = useState<Employee | null>(null);
  const [invited, setInvited] = useState<Employee | null>(null);
  if (useLacksName(organization)) {
    return <Redirect to={namePath(organization)} replace />;
  }
  return (
    <WizardFrame
      step="employees"
      organization={organization}
      title={t('Who works with you?')}
      lead={t('Operators can be chosen on job entries.')}
      forward={t('Continue to Service Data Fields')}
    >
      <QueryView query={query} loading={t('Loading employees...')}>
        {(employees) => (
          <ListCard
            label={t('Employees')}
            nameOf={fullName}
            items={ownerFirst(employees)}
            empty={t('No employees added yet.')}
            below={
              <div className="border-t border-line p-4.5">
                <Button icon={PlusIcon} className="w-full sm:w-auto" onClick={() => focusAddForm(FORM)}>
                  {t('Add More Employees')}
                </Button>
              </div>
            }
          >
            {(employee) => (
              <EmployeeLine
                employee={employee}
                joining={joiningOf(employee, invitations)}
                onInvite={mayInvite(organization.role, employee) ? () => setInvited(employee) : null}
              />
            )}
          </ListCard>
        )}
      </QueryView>
      {query.data ? (
        <div className="grid gap-4">
          <EmployeeForm orgId={organization.id} onAdded={(employee) => setAdded(employee ?? null)} />
          {added && mayInvite(organization.role, added) && <Offer key={added.id} employee={added} onInvite={() => setInvited(added)} />}
        </div>
      ) : (
        <Card className="min-h-100">{null}</Card>
      )}
      {invited && (
        <InvitePerson
          organization={organization}
          employee={invited}
          onClose={() => {
            setInvited(null);
            setAdded(null);
          }}
        />
      )}
    </WizardFrame>
  );
};

/** `/onboarding/step-employees` (specification 3.17). */
export const StepEmployeesScreen = ofOrganization(StepEmployees);
