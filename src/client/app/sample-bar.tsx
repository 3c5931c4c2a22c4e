import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { routes } from '#shared/routes.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { discardChanges, undecidedChanges, waitingChanges } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { ViewIcon } from '#client/ui/icons.tsx';

/** More than anybody tries in a company that is not theirs. */
const MOST = 1000;

/** What was tried in the sample company and waits on this device goes with it. */
const discardOf = async (orgId: number): Promise<void> => {
  const engine = theEngine();
  const waiting = (await waitingChanges(engine, 0, MOST)).map(({ item }) => item);
  const items = [...waiting, ...(await undecidedChanges(engine))].filter((item) => item.orgId === orgId);
  await discardChanges(
    engine,
    items.map(({ id }) => id),
  );
};

interface LeaveDialogProps {
  readonly organization: Organization;
  readonly onClose: () => void;
}

/** Asks whether the sample company is removed: usually nobody needs it again. */
const LeaveDialog = ({ organization: { id: orgId, name, deletionDueAt }, onClose }: LeaveDialogProps) => {
  const { organizations, goOn } = useOrganizations();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const hasOwn = organizations.some(({ isSample }) => !isSample);
  const go = () => {
    onClose();
    goOn();
    navigate(hasOwn ? '/dashboard' : '/onboarding/choice');
  };
  const remove = async () => {
    setBusy(true);
    try {
      await callOnline(routes.samples.remove, { params: { orgId } });
      await discardOf(orgId);
      go();
      await readOrganizationsAgain(client);
    } catch (error) {
      setBusy(false);
      notices.failure(t('Could not remove the sample company'), error);
    }
  };
  return (
    <Dialog
      title={t('Leave the sample company?')}
      size="small"
      onClose={onClose}
      onSubmit={remove}
      footer={
        <>
          <Button onClick={go}>{t('Keep it for now')}</Button>
          <Button type="submit" variant="primary" busyText={isBusy && t('Leaving...')}>
            {t('Leave and remove')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{t('{company} and everything you tried there is removed for good. Your own company stays as it is.', { company: name })}</p>
        {deletionDueAt && (
          <p className="text-ink2">{t('If you keep it, it removes itself on {day}.', { day: formatDayOf(deletionDueAt) })}</p>
        )}
      </DialogBody>
    </Dialog>
  );
};

/** Says on every screen that this is a sample company, and leads out of it. */
export const SampleBar = ({ organization }: { readonly organization: Organization }) => {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <div
        role="status"
        className="flex min-h-20 items-center gap-3 border-b border-straw bg-straw-bg px-(--gap) py-1.5 text-straw-fg md:min-h-16 md:px-6 lg:px-10 print:hidden"
      >
        <ViewIcon className="size-5 shrink-0" aria-hidden="true" />
        <p className="min-w-0 flex-1 text-sm/[1.35] font-[560] wrap-anywhere">
          {t('This is a sample company. Nothing here touches yours.')}
        </p>
        <Button size="small" onClick={() => setLeaving(true)}>
          {t('Leave')}
        </Button>
      </div>
      {isLeaving && <LeaveDialog organization={organization} onClose={() => setLeaving(false)} />}
    </>
  );
};
