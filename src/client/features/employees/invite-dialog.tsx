import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { invitationInput, type newInvitation } from '#shared/domain/invitation.ts';
import { callOnline } from '#client/api/call.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { invitationsQuery } from '#client/features/employees/member-queries.ts';
import { givableLevels } from '#client/features/employees/member-rules.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { LevelSelect } from '#client/features/employees/access-levels.tsx';
import { type Language, LANGUAGES, pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody, FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { CopyIcon, DoneIcon, ShareIcon } from '#client/ui/icons.tsx';

/** Nobody knows yet what the other speaks: to begin with, what this screen is in. */
const blank = (): { readonly name: string; readonly email: string; readonly accessLevel: AccessLevel; readonly language: Language } => ({
  name: '',
  email: '',
  accessLevel: 'basic',
  language: pageLanguage(),
});

type Made = z.output<typeof newInvitation>;

const LinkDialog = ({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) => {
  const { name: organization } = useOrganization();
  const notices = useNotices();
  const field = useRef<HTMLInputElement>(null);
  const url = `${location.origin}/invitation/${made.token}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      notices.success(t('Copied'));
    } catch {
      field.current?.select();
      notices.problem(t('Could not copy'), t('The link is marked: copy it by hand.'));
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: t('Invitation to {organization}', { organization }), url });
    } catch (error) {
      // Whoever closes the sheet without choosing anybody has changed his mind.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        notices.failure(t('Could not share'), error);
      }
    }
  };
  // Missing on pages without TLS, and in many browsers on a desk.
  const canShare = 'share' in navigator;
  return (
    <Dialog
      title={t('Invitation link')}
      onClose={onClose}
      footer={
        <>
          {canShare && (
            <Button icon={ShareIcon} onClick={() => void share()}>
              {t('Share')}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <DialogBody>
        {made.isMailed && made.email !== null && (
          <Note tone="field" icon={DoneIcon}>
            {t('The link is on its way to {email}.', { email: made.email })}
          </Note>
        )}
        <Field
          label={t('Link')}
          hint={
            made.email === null
              ? t('It works once, for whoever opens it first, until {date}.', { date: formatDayOf(made.expiresAt) })
              : t('It works once, only for {email}, until {date}.', { email: made.email, date: formatDayOf(made.expiresAt) })
          }
        >
          {(control) => (
            <div className="flex gap-2.5 max-sm:flex-col">
              <input
                {...control}
                ref={field}
                readOnly
                value={url}
                onFocus={(event) => event.target.select()}
                className="min-h-(--ctl) w-full min-w-0 rounded-ctl border-[1.5px] border-edge bg-sunk px-3.5"
              />
              <Button icon={CopyIcon} onClick={() => void copy()}>
                {t('Copy')}
              </Button>
            </div>
          )}
        </Field>
        <p className="text-sm/[1.45] text-ink2">
          {t('The link is shown only now. If it gets lost, revoke the invitation and make another.')}
        </p>
      </DialogBody>
    </Dialog>
  );
};

/** Invites somebody: whom, as what, and then the link to hand over (decisions §3). */
export const InviteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { id: orgId, role } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [made, setMade] = useState<Made | null>(null);
  const form = useForm({ initial: blank(), schema: invitationInput });
  const { values, errors, set } = form;
  const levels = givableLevels(role, null);
  const submit = () =>
    form.submit(
      async (body) => {
        setMade(await callOnline(contract.invitations.create, { params: { orgId }, body }));
        await client.invalidateQueries({ queryKey: invitationsQuery(orgId).queryKey });
      },
      (error) => notices.failure(t('Failed to invite'), error),
    );
  if (made) {
    return <LinkDialog made={made} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('Invite somebody')}
      submitLabel={t('Make the link')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('Name')} error={errors['name']} hint={t('So that you know later whose invitation it is.')}>
        {(control) => (
          <TextInput {...control} autoComplete="off" value={values.name} onChange={(event) => set('name', event.target.value)} />
        )}
      </Field>
      <Field
        label={t('Email')}
        error={errors['email']}
        hint={t('Then only an account with this address can accept. Without one the link works for whoever has it.')}
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
      <Field label={t('Language of the mail')} error={errors['language']} hint={t('An account with this address gets it in its own.')}>
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
      <Field label={t('Access Level')} required error={errors['accessLevel']}>
        {(control) => (
          <LevelSelect control={control} levels={levels} value={values.accessLevel} onChange={(level) => set('accessLevel', level)} />
        )}
      </Field>
    </FormDialog>
  );
};
