import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#shared/domain/account.ts';
import { Email } from '#client/components/email.tsx';
import { Facts } from '#client/components/facts.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { NameDialog } from '#client/features/account/account-dialogs.tsx';
import { DataCard } from '#client/features/account/data-card.tsx';
import { EventsCard } from '#client/features/account/events-card.tsx';
import { DeleteAccountCard } from '#client/features/account/delete-account-card.tsx';
import { FirstStepsCard } from '#client/features/account/first-steps-card.tsx';
import { LeaveCard } from '#client/features/account/leave-card.tsx';
import { LookCard } from '#client/features/account/look-card.tsx';
import { SecondStepCard } from '#client/features/account/second-step-card.tsx';
import { SessionsCard } from '#client/features/account/sessions-card.tsx';
import { SignInCard } from '#client/features/account/sign-in-card.tsx';
import { loadNoticeWords } from '#client/entities/notices/load-notice-words.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { AttentionIcon, CloudOffIcon, DoneIcon, EditIcon } from '#client/ui/icons.tsx';

const NoticesCard = later(async () => (await Promise.all([import('./notices-card.tsx'), loadNoticeWords()]))[0].NoticesCard);

/** Where addresses cannot be verified, it is shown neither as verified nor as unverified. */
const OwnEmail = ({ account: { email, emailVerified, confirmBy } }: { readonly account: Account }) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
    <Email address={email} />
    {emailVerified ? (
      <Badge tone="field" icon={DoneIcon}>
        {t('Verified')}
      </Badge>
    ) : (
      confirmBy !== null && (
        <Badge tone="straw" icon={AttentionIcon}>
          {t('Not verified')}
        </Badge>
      )
    )}
  </span>
);

const PersonCard = ({ account }: { readonly account: Account }) => {
  const { name, units } = useOrganization();
  const [isEditing, setEditing] = useState(false);
  return (
    <Card>
      <CardHead title={t('You')}>
        <Button size="small" icon={EditIcon} aria-label={t('Edit your name')} onClick={() => setEditing(true)}>
          {t('Edit')}
        </Button>
      </CardHead>
      <Facts
        facts={[
          [t('Name'), [account.firstName, account.lastName].filter(Boolean).join(' ') || t('Not given')],
          [t('Email'), <OwnEmail key="email" account={account} />],
          [
            t('Units'),
            <span key="units">
              {units === 'metric' ? t('Metric') : t('US')}
              <span className="block text-sm font-normal text-ink3">
                {t('Set by {organization}, for everyone.', { organization: name })}
              </span>
            </span>,
          ],
        ]}
      />
      {!account.emailVerified && (
        <p className="px-4.5 pb-4 text-sm text-ink2">
          {account.confirmBy === null
            ? t('Email is not set up on this server, so your address does not have to be confirmed.')
            : t('Until your email is verified, nobody can add you as a member with it.')}
        </p>
      )}
      {isEditing && <NameDialog account={account} onClose={() => setEditing(false)} />}
    </Card>
  );
};

/** Everything the screen needs, requested at once; the screen is drawn when the account has arrived, so that nothing moves. */
const useAccount = (isOnline: boolean) => {
  const asked = { enabled: isOnline };
  useQuery({ ...accountQueries.sessions, ...asked });
  useInfiniteQuery({ ...accountQueries.events, ...asked });
  useQuery({ ...accountQueries.passkeys, ...asked });
  useQuery({ ...accountQueries.secondStep, ...asked });
  const ways = useQuery({ ...accountQueries.ways, ...asked });
  return { query: useQuery({ ...accountQueries.own, ...asked }), hasLocalAccounts: ways.data?.localAccounts === true };
};

/** `/organization/account` (specification 6.7): the user's own settings. The server keeps them, so it takes a network. */
export const AccountScreen = () => {
  const isOnline = useBrowserOnline();
  const { query, hasLocalAccounts } = useAccount(isOnline);
  return (
    <>
      <BackLink to="/organization">{t('Back to Organization Settings')}</BackLink>
      <PageHead title={t('Account')} />
      <div className="grid max-w-180 min-w-0 gap-(--gap)">
        {isOnline ? (
          <QueryView query={query} loading={t('Loading your account...')} loadingRows={12}>
            {(account) => (
              <>
                <PersonCard account={account} />
                <SignInCard account={account} />
                {hasLocalAccounts && <SecondStepCard />}
                <SessionsCard />
                <EventsCard account={account} />
                <LookCard account={account} />
                <NoticesCard />
                <FirstStepsCard />
                <DataCard />
                <LeaveCard />
                <DeleteAccountCard account={account} />
              </>
            )}
          </QueryView>
        ) : (
          <>
            <Note tone="straw" icon={CloudOffIcon}>
              {t('Your account is on the server: you can see and change it when you are back online.')}
            </Note>
            <LookCard account={undefined} />
            <FirstStepsCard />
          </>
        )}
      </div>
    </>
  );
};
