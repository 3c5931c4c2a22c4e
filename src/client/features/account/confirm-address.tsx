import { useState } from 'react';
import type { User } from '#shared/domain/user.ts';
import { routes } from '#shared/routes.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useUser } from '#client/data/user-context.tsx';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { PageNotice } from '#client/ui/page-notice.tsx';

const MailLink = ({ user: { email } }: { readonly user: User }) => {
  const notices = useNotices();
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const send = async () => {
    setState('busy');
    try {
      await callOnline(routes.account.confirmEmail, {});
      setState('sent');
    } catch (error) {
      notices.failure(t('The link was not sent'), error);
      setState('open');
    }
  };
  return state === 'sent' ? (
    <p className="w-full text-sm/[1.4]">
      {t(
        "We sent a link to {email}. It asks for your password, signs out your other devices and removes this account's passkeys and API keys.",
        { email },
      )}
    </p>
  ) : (
    <Button size="small" busyText={state === 'busy' && t('Sending...')} onClick={() => void send()}>
      {t('Email me a link')}
    </Button>
  );
};

/** Asks users who have not proved that their address is theirs to do so, by the means of this installation. */
export const ConfirmAddress = ({ method }: { readonly method: 'mail' | 'provider' }) => {
  const user = useUser();
  return (
    <PageNotice
      tone="straw"
      icon={AttentionIcon}
      title={t('Confirm your email address')}
      text={t("You haven't confirmed that {email} is yours. Until you do, no other organization can add you with it.", {
        email: user.email,
      })}
    >
      {method === 'mail' ? (
        <MailLink user={user} />
      ) : (
        <a
          href={`/api/login?${new URLSearchParams({ with: 'provider', returnTo: location.pathname }).toString()}`}
          className={buttonClass({ size: 'small' })}
        >
          {t('Confirm with the identity provider')}
        </a>
      )}
    </PageNotice>
  );
};
