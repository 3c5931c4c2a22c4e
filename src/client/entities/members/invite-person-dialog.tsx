import { useEffect, useRef, useState } from 'react';
import type { Employee } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import { PrintCodes } from './print-codes-later.tsx';
import { InvitedPerson, NextOnPhone } from './invited-person.tsx';
import { LinkCode, LinkField, MailToo, prepareCode, SendLink } from './link-parts.tsx';
import { useInvite } from './use-invite.ts';
import type { Place } from './use-team.ts';
import { useLinkSending } from './use-link-sending.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { AttentionIcon, CloudOffIcon, InviteIcon, MembersIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { Loading } from '#client/ui/states.tsx';

interface InvitePersonProps {
  readonly organization: Place;
  readonly employee: Employee;
  readonly onClose: () => void;
}

type Invite = ReturnType<typeof useInvite>;

/** What the link will do, before it is made: by pressing, never by a screen that comes up (decision 0032). */
const BeforeLink = ({ invite, organization }: { readonly invite: Invite; readonly organization: string }) => {
  const { employee, before, canMake, isBusy } = invite;
  return isBusy ? (
    <Loading text={t('Creating the link...')} />
  ) : (
    <>
      <p>
        {employee.email === null
          ? t('With the link they create an account or sign in, and join {organization}. The first person to open it can use it.', {
              organization,
            })
          : t('With the link they create an account for {email} or sign in with it, and join {organization}.', {
              email: employee.email,
              organization,
            })}
      </p>
      {before?.state === 'open' && (
        <Note tone="straw" icon={AttentionIcon}>
          {t("There is a link valid until {date}. It can't be shown again; a new one replaces it.", {
            date: formatDayOf(before.expiresAt),
          })}
        </Note>
      )}
      {!canMake && (
        <Note tone="straw" icon={CloudOffIcon}>
          {t('You can create the link once you are online.')}
        </Note>
      )}
    </>
  );
};

/** Who is left, and the slips for all of them at once. */
const StillLeft = ({ invite: { team }, onPrint }: { readonly invite: Invite; readonly onPrint: () => void }) =>
  team &&
  team.left.length > 0 && (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink2">
      <MembersIcon className="size-5 shrink-0" aria-hidden="true" />
      {plural(team.people.length, '{left} of {count} person still to invite.', '{left} of {count} people still to invite.', {
        left: team.left.length,
      })}
      <button type="button" className="min-h-11 font-[560] text-act underline" onClick={onPrint}>
        {t('Print a code for each')}
      </button>
    </p>
  );

/**
 * Invites an employee, whether they have access already or not (specification 7.18): it first says what the link gives, then shows it to be
 * scanned, sent or copied, and goes on to the next person.
 */
export const InvitePersonDialog = ({ organization, employee: asked, onClose }: InvitePersonProps) => {
  const invite = useInvite(organization, asked);
  const { employee, made, fate, isBusy, next } = invite;
  const field = useRef<HTMLInputElement>(null);
  const sending = useLinkSending(made, organization.name, field);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(prepareCode, []);
  const name = employee.firstName;
  const again = t('Make a new link');
  return (
    <>
      <Dialog
        title={t('Invite {name}', { name: fullName(employee) })}
        onClose={onClose}
        footer={
          <div className="grid min-w-0 flex-1 gap-1">
            <div className="flex gap-2.5 max-md:[&>button]:min-h-14 max-md:[&>button]:flex-1 max-md:[&>button]:px-2 md:justify-end">
              {made && next ? (
                <Button icon={InviteIcon} disabled={isBusy} onClick={() => void invite.goOn(next)}>
                  {t('Next person')}
                </Button>
              ) : (
                <Button onClick={onClose}>{made ? t('Done') : t('Later')}</Button>
              )}
              {made && fate === 'open' ? (
                <SendLink sending={sending} />
              ) : (
                fate !== 'used' && (
                  <Button
                    variant="primary"
                    disabled={!invite.canMake}
                    busyText={isBusy && t('Saving...')}
                    onClick={() => void invite.make()}
                  >
                    {made ? again : invite.before ? t('Create a new link') : t('Create link')}
                  </Button>
                )
              )}
            </div>
            <StillLeft invite={invite} onPrint={() => setPrinting(true)} />
          </div>
        }
      >
        <DialogBody>
          <InvitedPerson
            key={employee.id}
            actor={organization.role}
            employee={employee}
            level={invite.level}
            onChange={fate === 'used' ? undefined : invite.changeLevel}
            isMade={made !== null}
          />
          {made ? (
            <>
              <LinkCode
                made={made}
                fate={fate}
                caption={
                  fate === 'used'
                    ? t('{name} has joined', { name })
                    : fate === 'open'
                      ? t('{name} scans this with the camera', { name })
                      : t('This code no longer works.')
                }
              />
              {fate === 'open' && (
                <>
                  <LinkField
                    made={made}
                    sending={sending}
                    field={field}
                    hint={t('This link is shown only once. If it gets lost, create another; this one then stops working.')}
                  />
                  <MailToo sending={sending} />
                  <NextOnPhone employee={employee} />
                </>
              )}
            </>
          ) : (
            <BeforeLink invite={invite} organization={organization.name} />
          )}
        </DialogBody>
      </Dialog>
      {isPrinting && <PrintCodes organization={organization} onClose={() => setPrinting(false)} />}
    </>
  );
};
