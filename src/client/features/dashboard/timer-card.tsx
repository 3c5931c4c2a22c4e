import { isoMoment } from '#shared/lib/dates.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { clockText, useTimer } from '#client/entities/job-entries/work-timer.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { HoursIcon } from '#client/ui/icons.tsx';

/** The user's running timer with a link to its entry; renders nothing while none is running. */
export const TimerCard = ({ orgId }: { readonly orgId: number }) => {
  const { id: userId } = useUser();
  const { openNew } = useEntryDialog();
  const startedAt = useTimer(userId, orgId);
  const now = useNow();
  if (startedAt === null) {
    return null;
  }
  return (
    <Card className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 py-3.5">
      <HoursIcon className="size-7 shrink-0 text-act" aria-hidden="true" />
      <div className="min-w-40 flex-1">
        <h2 className="text-lg/[1.3] font-[680] tabular-nums">{t('Timer: {time} h', { time: clockText(startedAt, now) })}</h2>
        <p className="text-sm text-ink2">{t('Running since {moment}', { moment: formatTimestamp(isoMoment(startedAt)) })}</p>
      </div>
      <Button onClick={() => openNew()}>{t('Go to the entry')}</Button>
    </Card>
  );
};
