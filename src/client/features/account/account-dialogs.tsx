import { because } from '#shared/messages/because.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Account, passwordInput } from '#shared/domain/account.ts';
import { routes } from '#shared/routes.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/user.ts';
import { deviceNameOf } from '#shared/lib/device-name.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { userQuery } from '#client/data/session.ts';
import { deviceWords } from '#client/data/device.ts';
import { makePasskey, NoPasskey } from '#client/features/account/make-passkey.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

const names = z.object({ firstName: requiredLine(because('firstNameRequired')), lastName: requiredLine(because('lastNameRequired')) });

/** The user's own name, as colleagues see it in the activity. */
export const NameDialog = ({ account, onClose }: DialogProps & { readonly account: Account }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const form = useForm({ initial: { firstName: account.firstName ?? '', lastName: account.lastName ?? '' }, schema: names });
  const submit = () =>
    form.submit(
      async (body) => {
        client.setQueryData(accountQueries.own.queryKey, await callOnline(routes.account.update, { body }));
        await client.invalidateQueries(userQuery);
        notices.success(t('Success'), t('Your name was changed.'));
        onClose();
      },
      (error) => notices.failure(t('Failed to change your name'), error),
    );
  return (
    <FormDialog
      title={t('Edit your name')}
      submitLabel={t('Save')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField form={form} name="firstName" label={t('First Name')} required autoComplete="given-name" />
      <TextField form={form} name="lastName" label={t('Last Name')} required autoComplete="family-name" />
    </FormDialog>
  );
};

/** The password of an account of this installation; changing it ends every other session. */
export const PasswordDialog = ({ onClose }: DialogProps) => {
  const client = useQueryClient();
  const notices = useNotices();
  const form = useForm({ initial: { currentPassword: '', password: '' }, schema: passwordInput });
  const submit = () =>
    form.submit(
      async (body) => {
        await callOnline(routes.account.changePassword, { body });
        await client.invalidateQueries(accountQueries.sessions);
        notices.success(t('Your password was changed.'), t('Every other device is signed out.'));
        onClose();
      },
      (error) => notices.failure(t('Failed to change your password'), error),
    );
  return (
    <FormDialog
      title={t('Change password')}
      submitLabel={t('Change password')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="currentPassword"
        label={t('Current password')}
        required
        type="password"
        autoComplete="current-password"
      />
      <TextField
        form={form}
        name="password"
        label={t('New password')}
        required
        type="password"
        autoComplete="new-password"
        hint={t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH })}
      />
    </FormDialog>
  );
};

const passkeyName = z.object({ name: requiredLine(because('nameRequired')) });

/** Creates a passkey on this device, under a name to recognise it by. */
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
          ? notices.problem(t('No passkey was added'), t('No passkey was created. Try again, or use another device.'))
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
      <p className="text-ink2">{t("You can then sign in with your fingerprint, face or this device's code, without a password.")}</p>
      <TextField form={form} name="name" label={t('Name')} required hint={t('So you can recognize it later.')} autoComplete="off" />
    </FormDialog>
  );
};
