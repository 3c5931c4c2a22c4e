import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Session } from '#shared/domain/account.ts';
import { deviceNameOf } from '#shared/lib/device-name.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { deviceWords } from '#client/data/device.ts';
import { AccountLine } from '#client/features/account/sign-in-card.tsx';
import { formatDayOf, formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ComputerIcon, DoneIcon, PhoneIcon } from '#client/ui/icons.tsx';

const isPhone = (userAgent: string | null): boolean => /Android|iPhone|iPad|Mobile/.test(userAgent ?? '');

const nameOf = ({ userAgent }: Session): string => (userAgent === null ? t('Unknown device') : deviceWords(deviceNameOf(userAgent)));

/** Where the user is signed in, this device first, and a way to end each of these sessions. */
export const SessionsCard = () => {
  const client = useQueryClient();
  const notices = useNotices();
  const query = useQuery(accountQueries.sessions);
  const [busy, setBusy] = useState<number | 'others' | null>(null);
  const end = async (which: number | 'others', done: string) => {
    setBusy(which);
    try {
      await (which === 'others'
        ? callOnline(routes.account.endOtherSessions, {})
        : callOnline(routes.account.endSession, { body: { id: which } }));
      await client.invalidateQueries(accountQueries.sessions);
      notices.success(t('Signed out'), done);
    } catch (error) {
      notices.failure(t('Failed to sign out'), error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Card>
      <CardHead title={t('Where you are signed in')} />
      <QueryView query={query} loading={t('Loading devices...')}>
        {(sessions) => (
          <>
            <ul className="divide-y divide-line">
              {sessions
                .toSorted((left, right) => Number(right.isCurrent) - Number(left.isCurrent))
                .map((session) => (
                  <li key={session.id}>
                    <AccountLine
                      icon={isPhone(session.userAgent) ? PhoneIcon : ComputerIcon}
                      title={
                        <>
                          {nameOf(session)}
                          {session.isCurrent && (
                            <Badge tone="field" icon={DoneIcon}>
                              {t('This device')}
                            </Badge>
                          )}
                        </>
                      }
                      text={t('Last seen {seen}, signed in {date}', {
                        seen: formatTimestamp(session.lastSeenAt),
                        date: formatDayOf(session.createdAt),
                      })}
                    >
                      {!session.isCurrent && (
                        <Button
                          size="small"
                          aria-label={t('Sign out {device}', { device: nameOf(session) })}
                          busyText={busy === session.id && t('Signing out...')}
                          onClick={() => void end(session.id, t('{device} is signed out.', { device: nameOf(session) }))}
                        >
                          {t('Sign out')}
                        </Button>
                      )}
                    </AccountLine>
                  </li>
                ))}
            </ul>
            {sessions.length > 1 && (
              <div className="border-t border-line px-4.5 py-4">
                <Button
                  size="small"
                  variant="danger"
                  busyText={busy === 'others' && t('Signing out...')}
                  onClick={() => void end('others', t('Every other device is signed out.'))}
                >
                  {t('Sign out everywhere else')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
};
