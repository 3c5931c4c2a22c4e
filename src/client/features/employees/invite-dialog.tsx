import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessLevel } from '#shared/access/roles.ts';
import { routes } from '#shared/routes.ts';
import { invitationInput } from '#shared/domain/invitation.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { LinkDialog } from '#client/entities/members/link-dialog.tsx';
import type { MadeInvitation } from '#client/entities/members/use-link-sending.ts';
import { LEVEL_MAY } from '#client/entities/members/level-words.ts';
import { useWaiting } from '#client/entities/members/team-dialog.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { givableLevels } from '#client/entities/members/joining.ts';
import { LevelSelect } from '#client/features/employees/access-levels.tsx';
import { type Language, LANGUAGES, pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { InviteIcon } from '#client/ui/icons.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';

/** The invited person's language is unknown: initially that of this screen. */
const blank = (): { readonly name: string; readonly email: string; readonly accessLevel: AccessLevel; readonly language: Language } => ({
  name: '',
  email: '',
  accessLevel: 'basic',
  language: pageLanguage(),
});

interface InviteDialogProps {
  /** Invites somebody who is an employee already. */
  readonly onTeam: () => void;
  readonly onClose: () => void;
}

/** Invites a person: name, level, and then the link to pass on (specification 7.8). */
export const InviteDialog = ({ onTeam, onClose }: InviteDialogProps) => {
  const { id: orgId, name: organization, role } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const form = useForm({ initial: blank(), schema: invitationInput });
  const { values, errors, set } = form;
  const levels = givableLevels(role, null);
  const isAnyKnown = (useWaiting({ id: orgId, role })?.length ?? 0) > 0;
  const submit = () =>
    form.submit(
      async (body) => {
        setMade(await callOnline(routes.invitations.create, { params: { orgId }, body }));
        await client.invalidateQueries({ queryKey: invitationsQuery(orgId).queryKey });
      },
      (error) => notices.failure(t('Failed to invite'), error),
    );
  if (made) {
    return <LinkDialog made={made} organization={organization} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('Invite someone')}
      submitLabel={t('Create link')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      {isAnyKnown && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 flex-[1_1_12rem] text-ink2">
            {t('This is for people who are not on your list yet. They become a new employee.')}
          </p>
          <Button size="small" icon={InviteIcon} onClick={onTeam}>
            {t('Invite from your list')}
          </Button>
        </div>
      )}
      <TextField form={form} name="name" label={t('Name')} hint={t('So you know later who the invitation was for.')} autoComplete="off" />
      <Field
        label={t('Email')}
        error={errors['email']}
        hint={t('Only an account with this address can then accept. Without one, anyone with the link can.')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="off"
            value={values.email}
            onChange={(event) => set('email', event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t('Email language')}
        error={errors['language']}
        hint={t('If there is an account with this address, its own language is used.')}
      >
        {(control) => (
          <Select
            {...control}
            disabled={values.email.trim() === ''}
            value={values.language}
            onChange={({ target }) => set('language', LANGUAGES.find(({ id }) => id === target.value)?.id ?? values.language)}
          >
            {LANGUAGES.map(({ id, name }) => (
              <option key={id} value={id} lang={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Access Level')} required error={errors['accessLevel']} hint={t(LEVEL_MAY[values.accessLevel])}>
        {(control) => (
          <LevelSelect control={control} levels={levels} value={values.accessLevel} onChange={(level) => set('accessLevel', level)} />
        )}
      </Field>
    </FormDialog>
  );
};
