import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { routes } from '#shared/routes.ts';
import { messageOf } from '#client/api/api-error.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { fullName } from '#shared/domain/names.ts';
import { QrCode } from '#client/components/qr-code.tsx';
import { useSyncState } from '#client/data/engine-context.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { AttentionIcon, CheckIcon, CloudOffIcon, PrintIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { invitationsQuery } from './invitations.ts';
import { joiningOf, mayInvite } from './joining.ts';
import { JoiningBadge } from './joining-badge.tsx';
import { LEVEL_MAY, LEVEL_NAME } from './level-words.ts';
import { howOften } from './link-parts.tsx';
import sheet from './print-codes.css?url';
import { isSent, type Place, useTeam } from './use-team.ts';
import { addressOf, type MadeInvitation } from './use-link-sending.ts';

type Person = NonNullable<ReturnType<typeof useTeam>>['people'][number];

interface SlipProps {
  readonly person: Person;
  readonly made: MadeInvitation;
  readonly organization: string;
}

/** One person's slip, to be cut out and handed over. */
const Slip = ({ person, made, organization }: SlipProps) => (
  <section className="slip">
    <h2>{fullName(person)}</h2>
    <p>{t('{organization} on Headland', { organization })}</p>
    <div className="slip-code">
      <QrCode text={addressOf(made)} label={t('QR code of the invitation link')} />
    </div>
    <ol>
      <li>{t("Scan this with your phone's camera")}</li>
      <li>{t('Create an account, or sign in')}</li>
      <li>{t('Put Headland on your home screen')}</li>
    </ol>
    <p>{howOften(made)}</p>
    <p className="slip-link">{addressOf(made).replace(/^https?:\/\//, '')}</p>
  </section>
);

type MadeLinks = ReadonlyMap<number, MadeInvitation>;

/** Makes a link for each in turn; one that fails does not keep the others from getting theirs. */
const useLinks = (orgId: number) => {
  const client = useQueryClient();
  const [made, setMade] = useState<MadeLinks>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const makeAll = async (people: readonly Person[]): Promise<MadeLinks> => {
    const all = new Map(made);
    setFailure(null);
    for (const [index, { id: employeeId }] of people.entries()) {
      setAt(index);
      try {
        all.set(employeeId, await callOnline(routes.invitations.create, { params: { orgId }, body: { employeeId } }));
        setMade(new Map(all));
      } catch (error) {
        setFailure(messageOf(error));
      }
    }
    setAt(null);
    await client.invalidateQueries({ queryKey: invitationsQuery(orgId).queryKey });
    return all;
  };
  return { made, failure, at, makeAll };
};

/** Waits until the browser has drawn what was just set, the codes and the style sheet of the paper included. */
const drawn = async (): Promise<void> => {
  await QrCode.fetch();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

interface PrintCodesProps {
  readonly organization: Place;
  readonly onClose: () => void;
}

/** A slip with a link of its own for each person who has not joined, printed all at once (specification 7.19). */
export const PrintCodesDialog = ({ organization, onClose }: PrintCodesProps) => {
  const { id: orgId, name, role } = organization;
  const isOffline = useSyncState().connection === 'offline';
  const { data: invitations } = useQuery(invitationsQuery(orgId));
  const team = useTeam(organization);
  const { made, failure, at, makeAll } = useLinks(orgId);
  const people = (team?.people ?? []).filter((person) => mayInvite(role, person) && isSent(person));
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null);
  const isPicked = ({ id }: Person): boolean => picked?.has(id) ?? team?.left.some((person) => person.id === id) ?? false;
  const chosen = people.filter(isPicked);
  const missing = chosen.filter(({ id }) => !made.has(id));
  const toggle = ({ id }: Person, isOn: boolean) => {
    const ids = new Set(chosen.map((person) => person.id));
    if (isOn) {
      ids.add(id);
    } else {
      ids.delete(id);
    }
    setPicked(ids);
  };
  const print = async () => {
    // Who is chosen stays chosen: with a link they are no longer among those still to invite.
    setPicked(new Set(chosen.map(({ id }) => id)));
    const all = missing.length > 0 ? await makeAll(missing) : made;
    if (all.size > 0) {
      await drawn();
      window.print();
    }
  };
  const isMaking = at !== null;
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <Dialog
        title={t('Print a code for each')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{made.size > 0 ? t('Done') : t('Cancel')}</Button>
            <Button
              variant="primary"
              icon={PrintIcon}
              disabled={chosen.length === 0 || (isOffline && missing.length > 0)}
              busyText={isMaking && t('Link {at} of {all}...', { at: at + 1, all: missing.length })}
              onClick={() => void print()}
            >
              {missing.length > 0
                ? plural(missing.length, 'Make {count} link and print', 'Make {count} links and print')
                : t('Print again')}
            </Button>
          </>
        }
      >
        <DialogBody>
          <p className="text-ink2">
            {t('One slip for each person, with a link of their own. It works once, and links they were given before stop working.')}
          </p>
          {isOffline && (
            <Note tone="straw" icon={CloudOffIcon}>
              {t('You can create the link once you are online.')}
            </Note>
          )}
          {failure !== null && (
            <div role="alert">
              <Note tone="poppy" icon={AttentionIcon}>
                {t('Some links could not be made. Press again to make the rest.')} {failure}
              </Note>
            </div>
          )}
          {made.size > 0 && !isMaking && (
            <Note tone="field" icon={CheckIcon}>
              {t("The slips are ready. They can't be shown again once you leave.")}
            </Note>
          )}
          <ul aria-label={t('People who have not joined yet')}>
            {people.map((person) => (
              <li key={person.id} className="flex flex-wrap items-center gap-x-3 border-line py-1.5 not-first:border-t">
                <div className="min-w-0 flex-1 basis-40">
                  <Checkbox
                    label={fullName(person)}
                    checked={isPicked(person)}
                    disabled={isMaking}
                    onChange={(event) => toggle(person, event.target.checked)}
                  />
                  <p className="text-sm text-ink2">
                    {t(LEVEL_NAME[person.accessLevel])}. {t(LEVEL_MAY[person.accessLevel])}
                  </p>
                </div>
                <JoiningBadge joining={joiningOf(person, invitations)} seesLinks />
              </li>
            ))}
          </ul>
        </DialogBody>
      </Dialog>
      {createPortal(
        <div className="slips">
          {chosen.map((person) => {
            const link = made.get(person.id);
            return link && <Slip key={person.id} person={person} made={link} organization={name} />;
          })}
        </div>,
        document.body,
      )}
    </>
  );
};
