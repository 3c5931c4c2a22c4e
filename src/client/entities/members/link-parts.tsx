import type { ReactNode, Ref } from 'react';
import { QrCode } from '#client/components/qr-code.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { AttentionIcon, CheckIcon, CopyIcon, DoneIcon, MailIcon, ShareIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import type { Fate } from './link-fate.ts';
import { addressOf, type LinkSending, type MadeInvitation } from './use-link-sending.ts';

/** Fetches what draws the code; where that fails now, it is tried again when there is a code to draw. */
export const prepareCode = (): void => void QrCode.fetch().catch(() => undefined);

/** Whether other devices cannot open an address with this host. */
const isOnlyHere = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** The word across a code that opens nothing any more. */
const FateWord = ({ fate }: { readonly fate: Exclude<Fate, 'open'> }) =>
  fate === 'used' ? (
    <Badge tone="field" icon={CheckIcon}>
      {t('Used')}
    </Badge>
  ) : (
    <Badge tone="poppy" icon={AttentionIcon}>
      {fate === 'expired' ? t('Expired') : t('Withdrawn')}
    </Badge>
  );

/** For whom, how often and until when. */
export const howOften = ({ email, expiresAt }: Pick<MadeInvitation, 'email' | 'expiresAt'>): string => {
  const date = formatDayOf(expiresAt);
  return email === null ? t('Works once, until {date}', { date }) : t('Works once, only for {email}, until {date}', { email, date });
};

interface LinkCodeProps {
  readonly made: MadeInvitation;
  readonly fate?: Fate;
  /** What to do with it. */
  readonly caption: ReactNode;
}

/** The code to scan, first and large: whoever is invited stands next to it. */
export const LinkCode = ({ made, fate = 'open', caption }: LinkCodeProps) => (
  <figure className="grid justify-items-center gap-2 rounded-card border border-line bg-ground px-4 py-4 text-center">
    <div className="relative size-56 overflow-hidden rounded-card border border-line bg-white">
      <div className={cx('size-full', fate !== 'open' && 'opacity-25')}>
        <QrCode text={addressOf(made)} label={t('QR code of the invitation link')} />
      </div>
      {fate !== 'open' && (
        <div className="absolute inset-0 grid place-items-center">
          <FateWord fate={fate} />
        </div>
      )}
    </div>
    <figcaption role="status">
      <span className="block font-[680] wrap-anywhere">{caption}</span>
      {fate === 'open' && <span className="block text-ink2 wrap-anywhere">{howOften(made)}</span>}
    </figcaption>
  </figure>
);

interface LinkFieldProps {
  readonly made: MadeInvitation;
  readonly sending: LinkSending;
  readonly field: Ref<HTMLInputElement>;
  readonly hint: string;
}

/** The link itself, with what can be done with it besides the footer's way. */
export const LinkField = ({ made, sending, field, hint }: LinkFieldProps) => (
  <>
    {sending.isMailed && made.email !== null && (
      <Note tone="field" icon={DoneIcon}>
        {t('Link sent to {email}.', { email: made.email })}
      </Note>
    )}
    {isOnlyHere(location.hostname) && (
      <Note tone="straw" icon={AttentionIcon}>
        {t('This link only works on this computer. Open Headland at the address the others use and create it there.')}
      </Note>
    )}
    <Field label={t('Link')} hint={hint}>
      {(control) => (
        <div className="flex gap-2.5">
          <input
            {...control}
            ref={field}
            readOnly
            value={addressOf(made)}
            onFocus={(event) => event.target.select()}
            className="min-h-(--ctl) w-full min-w-0 rounded-ctl border-[1.5px] border-edge bg-sunk px-3.5"
          />
          <Button icon={CopyIcon} onClick={sending.copy}>
            {t('Copy')}
          </Button>
        </div>
      )}
    </Field>
  </>
);

/** The likeliest way to pass the link on: the share sheet, otherwise an e-mail, otherwise the clipboard. */
export const SendLink = ({ sending: { share, mail, copy, isBusy, isMailed } }: { readonly sending: LinkSending }) =>
  share || (mail && !isMailed) ? (
    <Button variant="primary" icon={share ? ShareIcon : MailIcon} busyText={isBusy && !share && t('Sending...')} onClick={share ?? mail}>
      {t('Send link')}
    </Button>
  ) : (
    <Button variant="primary" icon={CopyIcon} onClick={copy}>
      {t('Copy link')}
    </Button>
  );

/** The e-mail where the share sheet comes first. */
export const MailToo = ({ sending: { share, mail, isBusy, isMailed } }: { readonly sending: LinkSending }) =>
  share && mail && !isMailed ? (
    <Button icon={MailIcon} className="justify-self-start" busyText={isBusy && t('Sending...')} onClick={mail}>
      {t('Send by email')}
    </Button>
  ) : null;
