import { useState } from 'react';
import type { Employee } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import { LEVEL_MAY } from '#client/entities/members/level-words.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { givableLevels } from '#client/entities/members/joining.ts';
import { useMemberChange } from '#client/features/employees/use-member-change.ts';
import { LevelSelect } from '#client/features/employees/access-levels.tsx';
import { t } from '#client/lib/texts.ts';
import { ConfirmDialog, FormDialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';

interface MemberDialogProps {
  readonly member: Employee;
  readonly onClose: () => void;
}

/** Changes a member's access level, among those the user may give. */
export const LevelDialog = ({ member, onClose }: MemberDialogProps) => {
  const { role } = useOrganization();
  const { change, isBusy } = useMemberChange(member, onClose);
  const [level, setLevel] = useState(member.accessLevel);
  const levels = givableLevels(role, member.accessLevel);
  const name = fullName(member);
  return (
    <FormDialog
      title={t('Access level of {name}', { name })}
      submitLabel={t('Change access level')}
      busyText={isBusy && t('Saving...')}
      isDisabled={level === member.accessLevel}
      onSubmit={() =>
        change({
          body: { accessLevel: level },
          done: t('Access level changed'),
          failed: t('Failed to change the access level'),
        })
      }
      onClose={onClose}
    >
      <Field
        label={t('Access Level')}
        hint={`${t(LEVEL_MAY[level])} ${t('It applies from their next action, also where they are signed in now.')}`}
      >
        {(control) => <LevelSelect control={control} levels={levels} value={level} onChange={setLevel} />}
      </Field>
    </FormDialog>
  );
};

/** Ends the access; the employee stays (specification 7.7). */
export const RemoveAccessDialog = ({ member, onClose }: MemberDialogProps) => {
  const { name: organization } = useOrganization();
  const { change, isBusy } = useMemberChange(member, onClose);
  const name = fullName(member);
  const confirm = () =>
    change({
      body: { isUser: false },
      done: t('{name} no longer has access', { name }),
      failed: t('Failed to remove access'),
    });
  return (
    <ConfirmDialog
      title={t('Remove access?')}
      text={
        <>
          <span className="block">
            {t('{name} can no longer open {organization}, starting with their next action.', { name, organization })}
          </span>
          <span className="mt-2 block">
            {t('The employee and all entries stay. Unsent changes on their devices stay there and are rejected.')}
          </span>
        </>
      }
      confirmLabel={t('Remove access')}
      busyText={isBusy && t('Removing...')}
      danger
      onConfirm={() => void confirm()}
      onCancel={() => !isBusy && onClose()}
    />
  );
};

/** Transfers ownership of the organization, after a warning (specification 4.18). */
export const TransferDialog = ({ member, onClose }: MemberDialogProps) => {
  const { change, isBusy } = useMemberChange(member, onClose);
  const name = fullName(member);
  const confirm = () =>
    change({
      body: { accessLevel: 'owner' },
      done: t('{name} is now the owner', { name }),
      failed: t('Failed to transfer ownership'),
    });
  return (
    <ConfirmDialog
      title={t('Make {name} the owner?', { name })}
      text={
        <>
          <span className="block">
            {t('Ownership will be transferred to {name}. Only one owner per organization is possible, so you become a manager.', { name })}
          </span>
          <span className="mt-2 block">{t('Only the new owner can transfer it back to you.')}</span>
        </>
      }
      confirmLabel={t('Transfer ownership')}
      busyText={isBusy && t('Transferring...')}
      danger
      onConfirm={() => void confirm()}
      onCancel={() => !isBusy && onClose()}
    />
  );
};
