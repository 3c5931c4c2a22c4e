import { useRef } from 'react';
import { LinkCode, LinkField, MailToo, SendLink } from './link-parts.tsx';
import { type MadeInvitation, useLinkSending } from './use-link-sending.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';

interface LinkDialogProps {
  readonly made: MadeInvitation;
  /** The organization's name. */
  readonly organization: string;
  readonly onClose: () => void;
}

/** The link for somebody who is on no list yet, to be passed on in any way: scanned, shared, e-mailed, copied. It is shown only once. */
export const LinkDialog = ({ made, organization, onClose }: LinkDialogProps) => {
  const field = useRef<HTMLInputElement>(null);
  const sending = useLinkSending(made, organization, field);
  return (
    <Dialog
      title={made.name === null ? t('Invitation link') : t('Link for {name}', { name: made.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Done')}</Button>
          <SendLink sending={sending} />
        </>
      }
    >
      <DialogBody>
        <LinkCode made={made} caption={t("They scan it with their phone's camera.")} />
        <LinkField
          made={made}
          sending={sending}
          field={field}
          hint={t('This link is shown only once. If it gets lost, revoke the invitation and create another.')}
        />
        <MailToo sending={sending} />
      </DialogBody>
    </Dialog>
  );
};
