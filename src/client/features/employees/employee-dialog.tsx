import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { routes } from '#shared/routes.ts';
import { type Employee, employeeInput, employeeIssues } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import { InvitePerson } from '#client/entities/members/invite-later.tsx';
import { mayInvite } from '#client/entities/members/joining.ts';
import { FORM_LEVEL_NAME, LEVEL_MAY } from '#client/entities/members/level-words.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { confirmFirst } from '#client/data/confirm-first.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { useWriter } from '#client/data/use-write.ts';
import { LevelSelect, offeredLevels } from '#client/features/employees/access-levels.tsx';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field } from '#client/ui/field.tsx';
import { OwnerIcon } from '#client/ui/icons.tsx';

/** Specification 4.16. */
const DEFAULT_LEVEL: AccessLevel = 'basic';

interface EmployeeDialogProps {
  /** Null: a new one. */
  readonly employee: Employee | null;
  readonly onClose: () => void;
}

/** Add Employee and Edit Employee (specification 4.16, 4.17). */
export const EmployeeDialog = ({ employee, onClose }: EmployeeDialogProps) => {
  const organization = useOrganization();
  const { id: orgId, role, employeeId } = organization;
  const [toInvite, setToInvite] = useState<Employee | null>(null);
  const client = useQueryClient();
  const notices = useNotices();
  const create = useWriter(orgId, routes.employees.create);
  const update = useWriter(orgId, routes.employees.update);
  const storedLevel = employee?.accessLevel ?? DEFAULT_LEVEL;
  const isOwner = employee?.accessLevel === 'owner';
  const form = useForm({
    initial: {
      firstName: employee?.firstName ?? '',
      lastName: employee?.lastName ?? '',
      email: employee?.email ?? '',
      phoneNumber: employee?.phoneNumber ?? '',
      externalNumber: employee?.externalNumber ?? '',
      accessLevel: storedLevel,
      isOperator: employee?.isOperator ?? false,
      isUser: employee?.isUser ?? false,
    },
    schema: employeeInput,
    rules: employeeIssues,
  });
  const { values, errors, set } = form;
  const levels = offeredLevels(role, employee?.accessLevel ?? null);
  const transfers = values.accessLevel === 'owner' && !isOwner;

  const changeIsUser = (isUser: boolean) => {
    set('isUser', isUser);
    if (!isUser) {
      // A level chosen in a field that is no longer shown must not be sent.
      set('accessLevel', storedLevel);
    }
  };
  const submit = () =>
    form.submit(
      async (body) => {
        if (transfers) {
          await confirmFirst();
        }
        const saved = await (employee
          ? update({ params: { id: employee.id }, body, seen: employee })
          : create({ params: { orgId }, body }));
        if (transfers || employee?.id === employeeId) {
          // This may have changed what the signed-in user may do.
          await readOrganizationsAgain(client);
        }
        notices.saved(
          saved,
          t('Employee'),
          t('Success'),
          employee ? t('Employee updated successfully') : t('Employee created successfully'),
        );
        // Access is of no use before they have joined: the link is offered as soon as it can be created.
        if (body.isUser && !employee?.isUser && saved.record && mayInvite(role, saved.record)) {
          setToInvite(saved.record);
        } else {
          onClose();
        }
      },
      (error) => notices.notSaved(employee ? 'update' : 'create', 'employee', error),
    );
  if (toInvite) {
    return <InvitePerson organization={organization} employee={toInvite} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={employee ? t('Edit Employee') : t('Add Employee')}
      submitLabel={employee ? t('Update Employee') : t('Create Employee')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <TextField form={form} name="firstName" label={t('First Name')} required autoComplete="off" />
        <TextField form={form} name="lastName" label={t('Last Name')} required autoComplete="off" />
      </div>
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <TextField form={form} name="phoneNumber" label={t('Phone Number')} type="tel" autoComplete="off" />
        <TextField form={form} name="email" label={t('Email')} required={values.isUser} type="email" autoComplete="off" />
      </div>
      <TextField form={form} name="externalNumber" label={t('Personnel Number')} autoComplete="off" />
      <div className="grid gap-1">
        <Checkbox
          label={t('Equipment Operator')}
          checked={values.isOperator}
          onChange={(event) => set('isOperator', event.target.checked)}
        />
        <Checkbox
          label={t('Application User')}
          checked={values.isUser}
          disabled={isOwner}
          onChange={(event) => changeIsUser(event.target.checked)}
        />
        <p className="text-sm/[1.45] text-ink3">
          {isOwner
            ? t('The owner always has access. Make another employee the owner first.')
            : t('An application user signs in with this email and sees what the access level allows.')}
          {!isOwner && can(role, 'members:manage') && !employee?.userId && <> {t('No email? Invite them with a link instead.')}</>}
        </p>
      </div>
      {values.isUser && (
        <Field label={t('Access Level')} required error={errors['accessLevel']} hint={t(LEVEL_MAY[values.accessLevel])}>
          {(control) => (
            <LevelSelect
              control={control}
              names={FORM_LEVEL_NAME}
              levels={levels}
              disabled={levels.length === 1}
              value={values.accessLevel}
              onChange={(level) => set('accessLevel', level)}
            />
          )}
        </Field>
      )}
      {values.isUser && !can(role, 'members:manage') && !employee?.userId && (
        <p className="text-sm/[1.45] text-ink2">{t('Ask the owner or an admin to invite them.')}</p>
      )}
      {transfers && (
        <Note tone="straw" icon={OwnerIcon}>
          {t('Ownership will be transferred to {name}. Only one owner per organization is possible, so you become a manager.', {
            name: fullName(values).trim() || t('this employee'),
          })}
        </Note>
      )}
    </FormDialog>
  );
};
