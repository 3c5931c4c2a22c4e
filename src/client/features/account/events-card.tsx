import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Account } from '#shared/domain/account.ts';
import type { SecurityEvent } from '#shared/domain/security-event.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { OlderOnes } from '#client/components/older-ones.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { signInDevice, signInIcon, signInWords } from '#client/entities/accounts/sign-in-event.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { PasswordDialog } from '#client/features/account/account-dialogs.tsx';
import { AccountLine } from '#client/features/account/sign-in-card.tsx';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';

const whenAndWhere = (event: SecurityEvent): string => {
  const values = { device: signInDevice(event), when: formatTimestamp(event.at) };
  return event.address === null
    ? t('{device}, {when}', values)
    : t('{device}, {when}, from {address}', { ...values, address: event.address });
};

/** Ends every other session, then asks for a new password, if there is one. */
const NotYou = ({ hasPassword }: Pick<Account, 'hasPassword'>) => {
  const client = useQueryClient();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await callOnline(routes.account.endOtherSessions, {});
      await client.invalidateQueries(accountQueries.sessions);
      await client.invalidateQueries({ queryKey: accountQueries.events.queryKey });
      notices.success(t('Signed out'), t('Every other device is signed out.'));
      setChanging(hasPassword);
    } catch (error) {
      notices.failure(t('Failed to sign out'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line px-4.5 py-4">
      <p className="min-w-40 flex-1 text-sm text-ink2">
        <b className="text-ink">{t("Wasn't you?")}</b> {t('Someone else may know your password.')}
      </p>
      <Button size="small" variant="danger" busyText={isBusy && t('Signing out...')} onClick={() => void end()}>
        {hasPassword ? t('Sign out everywhere else and change the password') : t('Sign out everywhere else')}
      </Button>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </div>
  );
};

/** Recent sign-in events of the account, so that the user notices somebody else (decision 0041). */
export const EventsCard = ({ account }: { readonly account: Account }) => {
  const query = useInfiniteQuery(accountQueries.events);
  return (
    <Card>
      <CardHead title={t('Recent sign-ins')} />
      <QueryView query={query} loading={t('Loading sign-ins...')}>
        {({ pages }) => {
          const events = pages.flatMap(({ items }) => items);
          return events.length === 0 ? (
            <p className="p-4.5 text-ink2">{t('Nothing yet. Sign-ins are kept for six months.')}</p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {events.map((event) => (
                  <li key={event.id}>
                    <AccountLine
                      icon={signInIcon(event)}
                      title={
                        <>
                          {signInWords(event)}
                          {event.detail !== null && <span className="font-normal text-ink2">{event.detail}</span>}
                        </>
                      }
                      text={whenAndWhere(event)}
                    />
                  </li>
                ))}
              </ul>
              <OlderOnes query={query} />
            </>
          );
        }}
      </QueryView>
      <NotYou hasPassword={account.hasPassword} />
    </Card>
  );
};
