import { Link, useLocation } from 'wouter';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { PageNotice } from '#client/ui/page-notice.tsx';

const DATA = '/organization/data';

/** Tells the owner on every screen that their organization is scheduled for deletion, and links to where they can undo that. */
export const DeletionNotice = ({ dueAt }: { readonly dueAt: string }) => {
  const [path] = useLocation();
  return (
    <PageNotice
      tone="poppy"
      icon={AttentionIcon}
      title={t('This organization will be deleted on {day}', { day: formatDayOf(dueAt) })}
      text={t('Only you can see it. Until then you can undo this.')}
    >
      {path !== DATA && (
        <Link href={DATA} className={buttonClass({ size: 'small' })}>
          {t('Undo')}
        </Link>
      )}
    </PageNotice>
  );
};
