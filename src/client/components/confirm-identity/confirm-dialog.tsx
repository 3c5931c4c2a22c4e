import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import type { ConfirmationInput, ConfirmationWays } from '#shared/domain/confirmation.ts';
import { routes } from '#shared/routes.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { call } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';
import { FormProblems } from '#client/ui/form-problems.tsx';

interface ConfirmIdentityProps {
  readonly ways: ConfirmationWays;
  readonly onDone: (isConfirmed: boolean) => void;
}

const confirm = (body: ConfirmationInput) => callOnline(routes.confirmations.confirm, { body });

/** Asks this device for a passkey; false: the user cancelled. */
const confirmByPasskey = async (): Promise<boolean> => {
  const { token, options } = await callOnline(routes.confirmations.passkeyOptions, {});
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(() => null);
  if (response === null) {
    return false;
  }
  await confirm({ token, response: JSON.parse(JSON.stringify(response)) });
  return true;
};

/** Calls `onDone` when the user returns from the identity provider, in another tab. */
const useReturn = (isWatching: boolean, onDone: ConfirmIdentityProps['onDone']): void => {
  useEffect(() => {
    if (!isWatching) {
      return undefined;
    }
    const look = () => {
      call(routes.confirmations.ways, {}).then(
        ({ isConfirmed }) => isConfirmed && onDone(true),
        () => undefined,
      );
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [isWatching, onDone]);
};

/** Confirms the user's identity before a sensitive action. What is open behind it stays unchanged. */
export const ConfirmIdentityDialog = ({ ways, onDone }: ConfirmIdentityProps) => {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null);
  useReturn(ways.provider, onDone);

  const run = async (method: 'password' | 'passkey', work: () => Promise<boolean>) => {
    setBusy(method);
    setErrors({});
    try {
      if (await work()) {
        onDone(true);
        return;
      }
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      setErrors(
        issues.length === 0 ? { '': messageOf(error) } : Object.fromEntries(issues.map(({ path, ...issue }) => [path, say(issue)])),
      );
    }
    setBusy(null);
  };
  const submit = () =>
    run('password', async () => {
      await confirm({ password, ...(ways.code ? { code } : {}) });
      return true;
    });
  const problems = ['', 'token', 'response'].flatMap((path) => errors[path] ?? []);
  const hasNone = !ways.password && !ways.passkey && !ways.provider;
  return (
    <Dialog
      title={t('Confirm that it’s you')}
      size="small"
      onClose={() => onDone(false)}
      {...(ways.password ? { onSubmit: submit } : {})}
      footer={
        <>
          <Button onClick={() => onDone(false)}>{t('Cancel')}</Button>
          {ways.password && (
            <Button type="submit" variant="primary" busyText={busy === 'password' && t('Confirming…')}>
              {t('Confirm')}
            </Button>
          )}
        </>
      }
    >
      <DialogBody>
        <FormProblems problems={problems} />
        <p className="text-ink2">
          {hasNone
            ? t('Sign out and back in; then you can continue for 15 minutes.')
            : t('You signed in a while ago. Confirm once to continue for 15 minutes.')}
        </p>
        {ways.password && (
          <Field label={t('Password')} required error={errors['password']}>
            {(control) => (
              <TextInput
                {...control}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
        )}
        {ways.password && ways.code && (
          <Field label={t('Code')} required error={errors['code']} hint={t('From your app, or a recovery code.')}>
            {(control) => (
              <TextInput {...control} autoComplete="one-time-code" value={code} onChange={({ target }) => setCode(target.value)} />
            )}
          </Field>
        )}
        {ways.passkey && (
          <Button busyText={busy === 'passkey' && t('Waiting for the device...')} onClick={() => void run('passkey', confirmByPasskey)}>
            {ways.password ? t('Use a passkey instead') : t('Use a passkey')}
          </Button>
        )}
        {ways.provider && (
          <>
            <a href="/api/login/confirm" target="_blank" rel="noopener" className={buttonClass({})}>
              {t('Confirm with the identity provider')}
            </a>
            <p className="text-sm text-ink3">{t('It opens in another tab. Come back here when you are done.')}</p>
          </>
        )}
      </DialogBody>
    </Dialog>
  );
};
