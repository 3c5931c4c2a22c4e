import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { RECOVERY_CODES } from '#shared/domain/second-step.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { RecoveryCodesDialog, type Setup, SetUpDialog } from '#client/features/account/second-step-dialogs.tsx';
import { AccountLine } from '#client/features/account/sign-in-card.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { listWords } from '#client/lib/lists.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { AttentionIcon, DoneIcon, KeyIcon, PhoneIcon } from '#client/ui/icons.tsx';

type Shown =
  | { readonly kind: 'set-up'; readonly setup: Setup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'remove' };

const useSecondStep = () => {
  const client = useQueryClient();
  const notices = useNotices();
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState<'begin' | 'codes' | 'remove' | null>(null);
  const run = async (what: NonNullable<typeof busy>, work: () => Promise<Shown | null>) => {
    setBusy(what);
    try {
      setShown(await work());
      await client.invalidateQueries(accountQueries.secondStep);
    } catch (error) {
      notices.failure(t('Failed to change the second step'), error);
    }
    setBusy(null);
  };
  return {
    shown,
    busy,
    close: () => setShown(null),
    askToRemove: () => setShown({ kind: 'remove' }),
    begin: () => run('begin', async () => ({ kind: 'set-up', setup: await callOnline(routes.secondSteps.begin, {}) })),
    showCodes: (codes: readonly string[]) => run('codes', async () => ({ kind: 'codes', codes })),
    renewCodes: () =>
      run('codes', async () => ({ kind: 'codes', codes: (await callOnline(routes.secondSteps.renewCodes, {})).recoveryCodes })),
    remove: () =>
      run('remove', async () => {
        await callOnline(routes.secondSteps.remove, {});
        notices.success(t('Second step turned off'), t('Your password is enough to sign in again.'));
        return null;
      }),
  };
};

/** Codes from an authenticator app, asked for after the password, and the recovery codes that replace them. */
export const SecondStepCard = () => {
  const query = useQuery(accountQueries.secondStep);
  const { shown, busy, close, askToRemove, begin, showCodes, renewCodes, remove } = useSecondStep();
  return (
    <Card>
      <CardHead title={t('Second step')} />
      <QueryView query={query} loading={t('Loading your account...')} loadingRows={1}>
        {({ since, recoveryCodesLeft, requiredBy }) => (
          <div className="divide-y divide-line">
            {since === null ? (
              <AccountLine
                icon={PhoneIcon}
                title={t('Authenticator app')}
                text={t(
                  'An app on your phone shows a code to enter after your password. Knowing the password alone is not enough to sign in.',
                )}
              >
                <Button size="small" busyText={busy === 'begin' && t('Wait...')} onClick={() => void begin()}>
                  {t('Set up')}
                </Button>
              </AccountLine>
            ) : (
              <>
                <AccountLine
                  icon={PhoneIcon}
                  title={
                    <>
                      {t('Authenticator app')}
                      <Badge tone="field" icon={DoneIcon}>
                        {t('On')}
                      </Badge>
                    </>
                  }
                  text={t('Since {date}', { date: formatDayOf(since) })}
                >
                  <Button size="small" onClick={askToRemove}>
                    {t('Turn off')}
                  </Button>
                </AccountLine>
                <AccountLine
                  icon={KeyIcon}
                  title={t('Recovery codes')}
                  text={t('{count} of {most} left', { count: recoveryCodesLeft, most: RECOVERY_CODES })}
                >
                  <Button size="small" busyText={busy === 'codes' && t('Wait...')} onClick={() => void renewCodes()}>
                    {t('New codes')}
                  </Button>
                </AccountLine>
              </>
            )}
            {requiredBy.length > 0 && (
              <div className="p-4.5">
                <Note tone="sky" icon={AttentionIcon}>
                  {t('{organization} asks its owner and admins for a second step. A passkey counts as one.', {
                    organization: listWords(requiredBy),
                  })}
                </Note>
              </div>
            )}
          </div>
        )}
      </QueryView>
      {shown?.kind === 'set-up' && <SetUpDialog setup={shown.setup} onDone={(codes) => void showCodes(codes)} onClose={close} />}
      {shown?.kind === 'codes' && <RecoveryCodesDialog codes={shown.codes} onClose={close} />}
      {shown?.kind === 'remove' && (
        <ConfirmDialog
          title={t('Turn the second step off?')}
          text={t('After that, your password alone is enough to sign in. The recovery codes stop working, too.')}
          confirmLabel={t('Turn off')}
          danger
          busyText={busy === 'remove' && t('Wait...')}
          onConfirm={() => void remove()}
          onCancel={close}
        />
      )}
    </Card>
  );
};
