import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Account, passwordInput } from '#shared/domain/account.ts';
import { contract } from '#shared/contract.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/user.ts';
import { deviceNameOf } from '#shared/lib/device-name.ts';
import { callOnline } from '#client/api/call.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/data/account.ts';
import { userQuery } from '#client/data/session.ts';
import { deviceWords } from '#client/data/device.ts';
import { makePasskey, NoPasskey } from '#client/features/account/make-passkey.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

const names = z.object({ firstName: requiredLine('First name is required'), lastName: requiredLine('Last name is required') });

interface LineProps {
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'password';
  readonly autoComplete: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

const Line = ({ label, hint, type, autoComplete, value, error, onChange }: LineProps) => (
  <Field label={label} required error={error} hint={hint}>
    {(control) => (
      <TextInput {...control} type={type} autoComplete={autoComplete} value={value} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
);

/** One's own name, as colleagues see it in the activity. */
export const NameDialog = ({ account, onClose }: DialogProps & { readonly account: Account }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const form = useForm({ initial: { firstName: account.firstName ?? '', lastName: account.lastName ?? '' }, schema: names });
  const submit = () =>
    form.submit(
      async (body) => {
        client.setQueryData(accountQueries.own.queryKey, await callOnline(contract.account.update, { body }));
        await client.invalidateQueries(userQuery);
        notices.success(t('Success'), t('Your name was changed.'));
        onClose();
      },
      (error) => notices.failure(t('Failed to change your name'), error),
    );
  const line = (name: 'firstName' | 'lastName') => ({
    value: form.values[name],
    error: form.errors[name],
    onChange: (text: string) => form.set(name, text),
  });
  return (
    <FormDialog
      title={t('Edit your name')}
      submitLabel={t('Save')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Line label={t('First Name')} autoComplete="given-name" {...line('firstName')} />
      <Line label={t('Last Name')} autoComplete="family-name" {...line('lastName')} />
    </FormDialog>
  );
};

/** The password of an account of this installation; every other session ends with the old one. */
export const PasswordDialog = ({ onClose }: DialogProps) => {
  const client = useQueryClient();
  const notices = useNotices();
  const form = useForm({ initial: { currentPassword: '', password: '' }, schema: passwordInput });
  const submit = () =>
    form.submit(
      async (body) => {
        await callOnline(contract.account.changePassword, { body });
        await client.invalidateQueries(accountQueries.sessions);
        notices.success(t('Your password was changed.'), t('Every other device is signed out.'));
        onClose();
      },
      (error) => notices.failure(t('Failed to change your password'), error),
    );
  const line = (name: 'currentPassword' | 'password') => ({
    type: 'password' as const,
    value: form.values[name],
    error: form.errors[name],
    onChange: (text: string) => form.set(name, text),
  });
  return (
    <FormDialog
      title={t('Change password')}
      submitLabel={t('Change password')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Line label={t('Your password until now')} autoComplete="current-password" {...line('currentPassword')} />
      <Line
        label={t('New password')}
        autoComplete="new-password"
        hint={t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH })}
        {...line('password')}
      />
    </FormDialog>
  );
};

const passkeyName = z.object({ name: requiredLine('Name is required') });

/** Makes a passkey on this device, under a name by which it is known again. */
export const PasskeyDialog = ({ onClose }: DialogProps) => {
  const client = useQueryClient();
  const notices = useNotices();
  const form = useForm({ initial: { name: deviceWords(deviceNameOf(navigator.userAgent)) }, schema: passkeyName });
  const submit = () =>
    form.submit(
      async ({ name }) => {
        await makePasskey(name);
        await client.invalidateQueries(accountQueries.passkeys);
        notices.success(t('Passkey added'), t('From now on you can sign in with it.'));
        onClose();
      },
      (error) =>
        error instanceof NoPasskey
          ? notices.problem(t('No passkey was added'), t('The device made no passkey. Try again, or use another device.'))
          : notices.failure(t('Failed to add the passkey'), error),
    );
  return (
    <FormDialog
      title={t('Add a passkey')}
      submitLabel={t('Add a passkey')}
      busyText={form.isBusy && t('Waiting for the device...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-ink2">{t('You sign in with a finger, a face or the code of this device then, without a password.')}</p>
      <Field label={t('Name')} required error={form.errors['name']} hint={t('By which you know it again.')}>
        {(control) => (
          <TextInput {...control} autoComplete="off" value={form.values.name} onChange={(event) => form.set('name', event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
};
