import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import type { newInvitation } from '#shared/domain/invitation.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';

/** An invitation that was just created; its token is known only here. */
export type MadeInvitation = z.output<typeof newInvitation>;

/** Where the link leads; what follows the hash is seen by no server. */
export const addressOf = ({ token }: Pick<MadeInvitation, 'token'>): string => `${location.origin}/invitation#${token}`;

export interface LinkSending {
  readonly copy: () => void;
  /** Undefined: this installation sends no mail, or nobody knows to whom. */
  readonly mail: (() => void) | undefined;
  /** Undefined: the browser has no share sheet, as on pages without TLS and in many on desktops. */
  readonly share: (() => void) | undefined;
  readonly isBusy: boolean;
  readonly isMailed: boolean;
}

/** The ways to pass a link on; `field` shows it, to be copied by hand where nothing else works. */
export const useLinkSending = (
  made: MadeInvitation | null,
  organization: string,
  field: RefObject<HTMLInputElement | null>,
): LinkSending => {
  const notices = useNotices();
  const { data: ways } = useQuery(accountQueries.ways);
  const [isBusy, setBusy] = useState(false);
  const [mailedId, setMailedId] = useState<number | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made ? addressOf(made) : '');
      notices.success(t('Copied'));
    } catch {
      field.current?.select();
      notices.problem(t('Could not copy'), t('The link is selected: copy it by hand.'));
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: t('Invitation to {organization}', { organization }), url: made ? addressOf(made) : '' });
    } catch (error) {
      // Closing the share sheet without choosing anybody is a change of mind, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        notices.failure(t('Could not share'), error);
      }
    }
  };
  const mail = async ({ organizationId: orgId, id }: MadeInvitation, token: string) => {
    setBusy(true);
    try {
      const body = { token, language: pageLanguage() };
      const { isMailed } = await callOnline(routes.invitations.mail, { params: { orgId, id }, body });
      if (isMailed) {
        setMailedId(id);
      } else {
        notices.problem(
          t('Could not send the email'),
          t('Too many emails were sent recently. Pass the link on yourself, or try again in an hour.'),
        );
      }
    } catch (error) {
      notices.failure(t('Could not send the email'), error);
    }
    setBusy(false);
  };
  const token = made?.token ?? null;
  const canMail = ways?.mail === true && made !== null && made.email !== null && token !== null;
  return {
    copy: () => void copy(),
    mail: canMail ? () => void mail(made, token) : undefined,
    share: 'share' in navigator ? () => void share() : undefined,
    isBusy,
    isMailed: made !== null && (made.isMailed || mailedId === made.id),
  };
};
