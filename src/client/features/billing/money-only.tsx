import type { ReactNode } from 'react';
import { BackLink } from '#client/components/links.tsx';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useMoneyTime } from '#client/features/billing/bills/money-copies.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { PageHead } from '#client/ui/card.tsx';
import { CloudOffIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

/** A screen about money: not there for levels below manager (specification 10.9). */
export const MoneyOnly = ({ children }: { readonly children: ReactNode }) =>
  useCan('money:read') ? (
    children
  ) : (
    <>
      <PageHead title={t('Billing')} />
      <Empty title={t('Only the owner, admins and managers can see billing.')}>
        <BackLink to="/dashboard">{t('Back to the overview')}</BackLink>
      </Empty>
    </>
  );

/** Whether billing has to wait for a connection. */
export const useIsOffline = (): boolean => useSyncState().connection === 'offline';

/** Says so, above what was read last; `copyName` names it as this device's copies do, and the note says how old it is. */
export const OfflineNote = ({ copyName = '' }: { readonly copyName?: string }) => {
  const { id: orgId } = useOrganization();
  const isOffline = useIsOffline();
  const time = useMoneyTime(orgId, copyName);
  if (!isOffline && time?.isCopy !== true) {
    return null;
  }
  return (
    <Note tone="straw" icon={CloudOffIcon}>
      {time === undefined
        ? t('This is the last known state. Changes need a connection.')
        : t('This is the state of {when}. Changes need a connection.', {
            when: formatTimestamp(new Date(time.at).toISOString()),
          })}
    </Note>
  );
};
