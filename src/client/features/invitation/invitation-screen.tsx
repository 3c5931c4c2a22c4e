import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { InvitationLook } from '#shared/domain/invitation.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { LEVEL_MAY, LEVEL_NAME } from '#client/entities/members/level-words.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { useUser } from '#client/data/user-context.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { forgetToken } from '#client/lib/invitation-path.ts';
import { t } from '#client/lib/texts.ts';
import { isWelcomed } from '#client/lib/welcomed.ts';
import { Note } from '#client/ui/note.tsx';
import { Brand } from '#client/ui/brand.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { DoneIcon, ErrorIcon, LogInIcon } from '#client/ui/icons.tsx';
import { Failed, Spinner } from '#client/ui/states.tsx';

const useLook = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callOnline(routes.invitations.look, { body: { token } }),
    staleTime: 0,
  });

const Frame = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  useEffect(() => {
    document.title = t('{title} · Headland', { title });
  }, [title]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-160 items-center px-4 md:px-8">
          <Brand />
        </div>
      </header>
      <main className="mx-auto grid w-full max-w-160 content-start gap-6 px-4 pt-6 pb-10 md:px-8 md:pt-14">
        <h1 className="text-2xl/[1.2] font-bold tracking-[-0.012em] text-balance wrap-anywhere">{title}</h1>
        {children}
      </main>
    </div>
  );
};

/** A full page load, since nobody may be signed in: the start page decides where the user goes. */
const ContinueLink = () => (
  <a href="/" className={buttonClass({ variant: 'plain', className: 'justify-self-start' })}>
    {t('Go to Headland')}
  </a>
);

const closedWords = ({ state, invitedBy }: InvitationLook): { readonly title: string; readonly text: string } => {
  const name = invitedBy ?? t('the person who sent it');
  if (state === 'used') {
    return {
      title: t('This invitation has already been used'),
      text: t('An invitation works once. If you used it, you are a member: just sign in. If not, ask {name} for a new one.', { name }),
    };
  }
  return state === 'expired'
    ? { title: t('This invitation has expired'), text: t('It was valid for 14 days. Ask {name} for a new one.', { name }) }
    : { title: t('This invitation was withdrawn'), text: t('If that was a mistake, ask {name}.', { name }) };
};

interface ScreenProps {
  readonly token: string;
  /** What can be done about an open invitation, or about the visitor's own organization. */
  readonly children: (look: InvitationLook) => ReactNode;
}

/** `/invitation` (specification 7.8): who invites to what; if it is no longer valid, why, and where to go. */
export const InvitationScreen = ({ token, children }: ScreenProps) => {
  const { data: look, error, isError, refetch } = useLook(token);
  if (isError && error instanceof ApiError && error.status < 500) {
    return (
      <Frame title={t('This invitation does not exist')}>
        <p className="text-ink2">{t('Make sure the whole link was copied, or ask for a new one.')}</p>
        <ContinueLink />
      </Frame>
    );
  }
  if (isError && !look) {
    return (
      <Frame title={t('Invitation')}>
        <Failed text={`${messageOf(error)} ${t('Inviting needs a connection.')}`} onRetry={() => void refetch()} />
      </Frame>
    );
  }
  return look ? <Frame title={look.organizationName}>{children(look)}</Frame> : <Spinner text={t('Loading...')} />;
};

const Closed = ({ look }: { readonly look: InvitationLook }) => {
  const { title, text } = closedWords(look);
  return (
    <>
      <Card className="grid gap-1.5 p-5">
        <h2 className="text-lg font-[680]">{title}</h2>
        <p className="text-ink2">{text}</p>
      </Card>
      <ContinueLink />
    </>
  );
};

/** What it is for, and the actions below. */
const Offer = ({ look, children }: { readonly look: InvitationLook; readonly children: ReactNode }) => (
  <Card className="grid gap-5 p-5">
    <div className="grid gap-1.5">
      <p className="text-lg">
        {look.invitedBy === null
          ? t('You are invited to work with {organization} on Headland.', { organization: look.organizationName })
          : t('{name} invites you to work with {organization} on Headland.', {
              name: look.invitedBy,
              organization: look.organizationName,
            })}
      </p>
      <p className="text-ink2">
        {t('Access level: {level}. Valid until {date}.', { level: t(LEVEL_NAME[look.role]), date: formatDayOf(look.expiresAt) })}{' '}
        {t(LEVEL_MAY[look.role])}
      </p>
    </div>
    {children}
  </Card>
);

interface LookProps {
  readonly token: string;
  readonly look: InvitationLook;
}

/** The way to sign in or create an account, which leads back to the invitation. */
export const SignInFirst = ({ look }: Pick<LookProps, 'look'>) =>
  look.state === 'open' ? (
    <Offer look={look}>
      <a href="/api/login?returnTo=%2Finvitation" className={buttonClass({ variant: 'log', className: 'whitespace-normal' })}>
        <LogInIcon aria-hidden="true" />
        {t('Sign in to accept')}
      </a>
      <p className="text-sm/[1.45] text-ink2">
        {look.email === null
          ? t('No account yet? You can create one there. Then you come back here.')
          : t('Sign in as {email}, or create an account with that address. Then you come back here.', { email: look.email })}
      </p>
    </Offer>
  ) : (
    <Closed look={look} />
  );

/** Opens the organization, at its first screen if they are new: whatever was selected before, this is what the user came for. */
const useOpen = () => {
  const { select } = useOrganizations();
  const [, navigate] = useLocation();
  return (id: number, isNew: boolean) => {
    select(id);
    forgetToken();
    navigate(isNew ? '/welcome' : '/dashboard', { replace: true });
  };
};

/** Accepting, for a signed-in user. */
export const AcceptInvitation = ({ token, look, onSignOut }: LookProps & { readonly onSignOut: () => void }) => {
  const { id: userId, email } = useUser();
  const { organizations } = useOrganizations();
  const client = useQueryClient();
  const notices = useNotices();
  const open = useOpen();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const name = look.organizationName;
  const accept = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { id } = await callOnline(routes.invitations.accept, { body: { token } });
      await readOrganizationsAgain(client);
      notices.success(t('Welcome to {organization}', { organization: name }));
      open(id, true);
    } catch (error) {
      setRefusal(messageOf(error));
      setBusy(false);
      // It may have been used or withdrawn in the meantime.
      void client.invalidateQueries({ queryKey: ['invitation', token] });
    }
  };
  const own = organizations.find(({ id }) => id === look.organizationId);
  if (own && !isBusy) {
    // Their verified address has let them in already, with this very invitation in their hands.
    const isNew = look.state === 'used' && own.role !== 'owner' && !isWelcomed(userId, own.id);
    return (
      <Card className="grid justify-items-start gap-4 p-5">
        <Note tone="field" icon={DoneIcon}>
          {look.state === 'open'
            ? t('You already belong to {organization}. The invitation stays open for someone else.', { organization: name })
            : t('You belong to {organization}.', { organization: name })}
        </Note>
        <Button variant="primary" onClick={() => open(own.id, isNew)}>
          {t('Open {organization}', { organization: name })}
        </Button>
      </Card>
    );
  }
  if (look.state !== 'open') {
    return <Closed look={look} />;
  }
  return (
    <Offer look={look}>
      {refusal !== null && (
        <div role="alert">
          <Note tone="poppy" icon={ErrorIcon}>
            {refusal}
          </Note>
        </div>
      )}
      <Button variant="primary" busyText={isBusy && t('Accepting...')} onClick={() => void accept()}>
        {t('Accept invitation')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line pt-3">
        <p className="min-w-0 flex-[1_1_12rem] text-sm/[1.45] wrap-anywhere text-ink2">
          {t('You are signed in as {email}.', { email })}{' '}
          {look.email !== null && t('The invitation is for {email}.', { email: look.email })}
        </p>
        <Button size="small" onClick={onSignOut}>
          {t('Use another account')}
        </Button>
      </div>
    </Offer>
  );
};
