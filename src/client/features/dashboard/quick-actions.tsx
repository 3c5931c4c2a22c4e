import { Link } from 'wouter';
import { useCan } from '#client/data/organization-context.tsx';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { SideTurns } from '#client/ui/brand.tsx';
import { NewJobIcon, PlusIcon } from '#client/ui/icons.tsx';

const slab =
  'relative flex min-h-22 items-center gap-4 overflow-hidden rounded-card px-5 py-4 text-left text-[1.375rem] leading-[1.2] font-[740] tracking-[-0.01em] no-underline lg:min-h-30 lg:px-7 [&>svg]:shrink-0';

const QUIET = 'border-[1.5px] border-edge bg-surface text-ink';

/** `isQuiet`: what is likelier to be pressed stands above it. */
export const QuickActions = ({ isQuiet = false }: { readonly isQuiet?: boolean }) => {
  const { openNew } = useEntryDialog();
  const mayCreateJobs = useCan('jobs:write');
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3 text-lg/[1.3] font-[680]">
        {t('Quick Actions')}
      </h2>
      <div className={cx('grid gap-3', !isQuiet && 'md:grid-cols-[1.35fr_1fr] lg:grid-cols-[1.7fr_1fr]')}>
        <button type="button" onClick={() => openNew()} className={cx(slab, isQuiet ? QUIET : 'bg-rape text-onrape')}>
          {isQuiet || <SideTurns className="absolute -right-24 top-0 h-full text-rapelo md:-right-44 lg:right-0" />}
          <PlusIcon className="relative size-9 stroke-[2.5]" aria-hidden="true" />
          <span className="relative">
            {t('New Job Entry')}
            <small className="mt-0.5 block text-sm font-medium tracking-normal">{t('Hours, fuel and loads')}</small>
          </span>
        </button>
        {mayCreateJobs && (
          <Link href="/jobs/new" className={cx(slab, QUIET)}>
            <NewJobIcon className="size-9 stroke-[2.5] text-act" aria-hidden="true" />
            <span>
              {t('Create New Job')}
              <small className="mt-0.5 block text-sm font-medium tracking-normal text-ink2">{t('For a customer')}</small>
            </span>
          </Link>
        )}
      </div>
    </section>
  );
};
