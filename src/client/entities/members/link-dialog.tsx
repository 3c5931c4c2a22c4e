import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import type { newInvitation } from '#shared/domain/invitation.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { AttentionIcon, CopyIcon, DoneIcon, MailIcon, ShareIcon } from '#client/ui/icons.tsx';

// Needed only for inviting: loaded separately.
const QrCode = lazy(async () => ({ default: (await import('#client/components/qr-code.tsx')).QrCode }));

/** An invitation that was just created; its token is known only here. */
export type MadeInvitation = z.output<typeof newInvitation>;

/** Whether other devices cannot open an address with this host. */
const isOnlyHere = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

const howOften = ({ email, expiresAt }: MadeInvitation): string => {
  const date = formatDayOf(expiresAt);
  return email === null
    ? t('Works once, for the first person to open it, until {date}.', { date })
    : t('Works once, only for {email}, until {date}.', { email, date });
};

/** The button that e-mails this very link, where e-mail is sent and the recipient is known. */
const MailButton = ({ made, onMailed }: { readonly made: MadeInvitation; readonly onMailed: () => void }) => {
  const notices = useNotices();
  const { data: ways } = useQuery(accountQueries.ways);
  const [isBusy, setBusy] = useState(false);
  const { organizationId: orgId, id, token, email } = made;
  if (ways?.mail !== true || email === null || token === null) {
    return null;
  }
  const send = async () => {
    setBusy(true);
    try {
      const body = { token, language: pageLanguage() };
      const { isMailed } = await callOnline(routes.invitations.mail, { params: { orgId, id }, body });
      if (isMailed) {
        onMailed();
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
  return (
    <Button icon={MailIcon} busyText={isBusy && t('Sending...')} onClick={() => void send()}>
      {t('Send by email')}
    </Button>
  );
};

interface LinkDialogProps {
  readonly made: MadeInvitation;
  /** The organization's name. */
  readonly organization: string;
  readonly onClose: () => void;
}

/** The link of an invitation, to be passed on in any way: scanned, shared, e-mailed, copied. It is shown only once. */
export const LinkDialog = ({ made, organization, onClose }: LinkDialogProps) => {
  const notices = useNotices();
  const field = useRef<HTMLInputElement>(null);
  const [isMailed, setMailed] = useState(made.isMailed);
  const url = `${location.origin}/invitation#${made.token}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      notices.success(t('Copied'));
    } catch {
      field.current?.select();
      notices.problem(t('Could not copy'), t('The link is selected: copy it by hand.'));
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: t('Invitation to {organization}', { organization }), url });
    } catch (error) {
      // Closing the share sheet without choosing anybody is a change of mind, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        notices.failure(t('Could not share'), error);
      }
    }
  };
  // Missing on pages without TLS, and in many desktop browsers.
  const canShare = 'share' in navigator;
  return (
    <Dialog
      title={made.name === null ? t('Invitation link') : t('Link for {name}', { name: made.name })}
      onClose={onClose}
      footer={
        <>
          {canShare && (
            <Button icon={ShareIcon} onClick={() => void share()}>
              {t('Share')}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <DialogBody>
        {isMailed && made.email !== null && (
          <Note tone="field" icon={DoneIcon}>
            {t('Link sent to {email}.', { email: made.email })}
          </Note>
        )}
        {isOnlyHere(location.hostname) && (
          <Note tone="straw" icon={AttentionIcon}>
            {t('This link only works on this computer. Open Headland at the address the others use and create it there.')}
          </Note>
        )}
        <figure className="grid justify-items-center gap-2">
          <div className="size-56 overflow-hidden rounded-card border border-line bg-white">
            <Suspense fallback={null}>
              <QrCode text={url} label={t('QR code of the invitation link')} />
            </Suspense>
          </div>
          <figcaption className="text-center text-sm text-ink2">{t("They scan it with their phone's camera.")}</figcaption>
        </figure>
        <Field label={t('Link')} hint={howOften(made)}>
          {(control) => (
            <div className="flex gap-2.5 max-sm:flex-col">
              <input
                {...control}
                ref={field}
                readOnly
                value={url}
                onFocus={(event) => event.target.select()}
                className="min-h-(--ctl) w-full min-w-0 rounded-ctl border-[1.5px] border-edge bg-sunk px-3.5"
              />
              <Button icon={CopyIcon} onClick={() => void copy()}>
                {t('Copy')}
              </Button>
              {!isMailed && <MailButton made={made} onMailed={() => setMailed(true)} />}
            </div>
          )}
        </Field>
        <p className="text-sm/[1.45] text-ink2">
          {made.employeeId === null
            ? t('This link is shown only once. If it gets lost, revoke the invitation and create another.')
            : t('This link is shown only once. If it gets lost, create another; this one then stops working.')}
        </p>
      </DialogBody>
    </Dialog>
  );
};
