import { Link, useLocation } from 'wouter';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';

const DATA = '/organization/data';

/** Tells the owner on every screen that his organization is to be deleted, and leads to where he takes that back. */
export const DeletionNotice = ({ dueAt }: { readonly dueAt: string }) => {
  const [path] = useLocation();
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border-[1.5px] border-poppy bg-poppy-bg p-3.5 text-poppy-fg"
    >
      <AttentionIcon className="size-6 shrink-0 self-start" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48">
        <b className="block leading-[1.35] font-[680]">{t('This organization will be deleted on {day}', { day: formatDayOf(dueAt) })}</b>
        <p className="text-sm/[1.4]">{t('Nobody but you sees it. Until then you can take that back.')}</p>
      </div>
      {path !== DATA && (
        <Link href={DATA} className={buttonClass({ size: 'small' })}>
          {t('Take it back')}
        </Link>
      )}
    </div>
  );
};
