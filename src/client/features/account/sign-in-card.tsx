import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Account, Passkey } from '#shared/domain/account.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { PasskeyDialog, PasswordDialog } from '#client/features/account/account-dialogs.tsx';
import { canMakePasskeys } from '#client/features/account/make-passkey.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { type Icon, KeyIcon, LockIcon, PlusIcon } from '#client/ui/icons.tsx';

interface LineProps {
  readonly icon: Icon;
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

/** An item of the account: what it is, a line about it, and its actions. */
export const AccountLine = ({ icon: IconShape, title, text, children }: LineProps) => (
  <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 py-3">
    <IconShape className="size-5 shrink-0 text-ink2" aria-hidden="true" />
    <div className="min-w-40 flex-1">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-[620] wrap-anywhere">{title}</div>
      <p className="text-sm text-ink3">{text}</p>
    </div>
    {children && <div className="max-sm:w-full max-sm:pl-8.5">{children}</div>}
  </div>
);

const Passkeys = ({ mayAdd, onAdd }: { readonly mayAdd: boolean; readonly onAdd: () => void }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const query = useQuery(accountQueries.passkeys);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const remove = async ({ id }: Passkey) => {
    setBusy(true);
    try {
      await callOnline(routes.account.removePasskey, { body: { id } });
      await client.invalidateQueries(accountQueries.passkeys);
      notices.success(t('Passkey removed'), t('It can no longer be used to sign in.'));
    } catch (error) {
      notices.failure(t('Failed to remove the passkey'), error);
    } finally {
      setBusy(false);
      setRemoved(null);
    }
  };
  return (
    <>
      <QueryView query={query} loading={t('Loading passkeys...')} loadingRows={1}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <AccountLine
              icon={KeyIcon}
              title={t('No passkeys')}
              text={
                mayAdd
                  ? t('A passkey lets you sign in with your fingerprint, face or device code.')
                  : t('Passkeys are not available at this address or in this browser.')
              }
            />
          ) : (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <AccountLine
                    icon={KeyIcon}
                    title={passkey.name}
                    text={
                      passkey.lastUsedAt === null
                        ? t('Added {date}, not used yet', { date: formatDayOf(passkey.createdAt) })
                        : t('Added {date}, last used {used}', {
                            date: formatDayOf(passkey.createdAt),
                            used: formatDayOf(passkey.lastUsedAt),
                          })
                    }
                  >
                    <Button size="small" aria-label={t('Remove {name}', { name: passkey.name })} onClick={() => setRemoved(passkey)}>
                      {t('Remove')}
                    </Button>
                  </AccountLine>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {mayAdd && (
        <div className="px-4.5 pb-4 max-sm:pl-13">
          <Button size="small" icon={PlusIcon} onClick={onAdd}>
            {t('Add a passkey')}
          </Button>
        </div>
      )}
      {removed && (
        <ConfirmDialog
          title={t('Remove {name}?', { name: removed.name })}
          text={t('It can no longer be used to sign in. Delete it on the device as well.')}
          confirmLabel={t('Remove')}
          danger
          busyText={isBusy && t('Removing...')}
          onConfirm={() => void remove(removed)}
          onCancel={() => setRemoved(null)}
        />
      )}
    </>
  );
};

/** Password and passkeys: how the user signs in. */
export const SignInCard = ({ account }: { readonly account: Account }) => {
  const { data: ways } = useQuery(accountQueries.ways);
  const [shown, setShown] = useState<'password' | 'passkey' | null>(null);
  const close = () => setShown(null);
  return (
    <Card>
      <CardHead title={t('Sign-in')} />
      <div className="divide-y divide-line">
        <AccountLine
          icon={LockIcon}
          title={t('Password')}
          text={
            account.hasPassword
              ? t('A new one signs out every other device.')
              : ways?.localAccounts
                ? t('You have no password here. Use “Forgot password?” on the sign-in page to set one.')
                : t('You have no password here: you sign in with your company’s identity provider.')
          }
        >
          {account.hasPassword && (
            <Button size="small" onClick={() => setShown('password')}>
              {t('Change password')}
            </Button>
          )}
        </AccountLine>
        <div>
          <Passkeys mayAdd={ways?.passkeys === true && canMakePasskeys()} onAdd={() => setShown('passkey')} />
        </div>
      </div>
      {shown === 'password' && <PasswordDialog onClose={close} />}
      {shown === 'passkey' && <PasskeyDialog onClose={close} />}
    </Card>
  );
};
