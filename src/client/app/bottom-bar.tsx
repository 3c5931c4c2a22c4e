import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { ActiveJobsIcon, EntryIcon, type Icon, OverviewIcon, PlusIcon, UpdateIcon } from '#client/ui/icons.tsx';

/** The badge has no room for more. */
const MOST_SHOWN = 999;

interface ItemProps {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  readonly children?: ReactNode;
}

const Item = ({ to, label, icon: IconShape, children }: ItemProps) => {
  const [path] = useLocation();
  const isCurrent = path === to || path.startsWith(`${to}/`);
  return (
    <Link
      href={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'relative flex min-w-0 flex-col items-center justify-center gap-0.75 text-xs leading-[1.2] no-underline max-[22rem]:text-[0.75rem]',
        isCurrent ? 'tramline-top font-bold text-ink' : 'font-[560] text-ink2',
      )}
    >
      <IconShape className="size-6" aria-hidden="true" />
      {label}
      {children}
    </Link>
  );
};

/** How many changes of this device are not sent yet: red if one of them needs attention. */
const Unsent = () => {
  const { pending, attention } = useSyncState();
  return (
    pending > 0 && (
      <span
        className={cx(
          'absolute top-1.5 left-[calc(50%+0.25rem)] grid h-5 min-w-5 place-items-center rounded-[0.4375rem] px-1.25 text-[0.75rem] font-[740] tabular-nums shadow-[0_0_0_2px_var(--surface)]',
          attention > 0 ? 'bg-poppy-fg text-poppy-bg' : 'bg-straw-fg text-straw-bg',
        )}
      >
        {pending > MOST_SHOWN ? `${formatNumber(MOST_SHOWN)}+` : formatNumber(pending)}
        <span className="sr-only"> {attention > 0 ? t('not sent yet, {attention} need attention', { attention }) : t('not sent yet')}</span>
      </span>
    )
  );
};

/** On phones: the four places a driver goes to, and in the middle the action they open the app for. */
export const BottomBar = () => {
  const { openNew } = useEntryDialog();
  return (
    <nav
      aria-label={t('Quick')}
      className="fixed inset-x-0 bottom-0 z-20 grid h-[calc(4.5rem+env(safe-area-inset-bottom))] grid-cols-[1fr_1fr_6.25rem_1fr_1fr] border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <Item to="/dashboard" label={t('Overview')} icon={OverviewIcon} />
      <Item to="/job-entries" label={t('Entries')} icon={EntryIcon} />
      <button
        type="button"
        onClick={() => openNew()}
        className="flex flex-col items-center justify-end gap-0.75 pb-2 text-xs leading-[1.2] font-bold text-ink"
      >
        <span className="-mt-6 grid h-14 w-20 place-items-center rounded-[1.125rem] bg-rape text-onrape shadow-[0_0_0_4px_var(--surface),var(--lift-2)]">
          <PlusIcon className="size-8 stroke-[2.75]" aria-hidden="true" />
        </span>
        {t('New Job Entry')}
      </button>
      <Item to="/jobs" label={t('Jobs')} icon={ActiveJobsIcon} />
      <Item to="/sync" label={t('Sync')} icon={UpdateIcon}>
        <Unsent />
      </Item>
    </nav>
  );
};
