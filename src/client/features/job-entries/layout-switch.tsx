import { Link } from 'wouter';
import { useCan } from '#client/data/organization-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon } from '#client/ui/icons.tsx';

/** The list says so in its address: otherwise it may be a view that opens. */
const LAYOUTS = [
  { key: 'list', to: '/job-entries?list=1' },
  { key: 'desk', to: '/job-entries/desk?when=week&checked=no' },
] as const;

/** Between the list of entries and the review desk, for those who correct what others logged. */
export const LayoutSwitch = ({ current }: { readonly current: (typeof LAYOUTS)[number]['key'] }) => {
  const mayReview = useCan('jobEntries:writeOfOthers');
  return (
    mayReview && (
      <nav aria-label={t('Layout')} className="inline-flex overflow-hidden rounded-ctl border-[1.5px] border-edge bg-surface">
        {LAYOUTS.map(({ key, to }) => (
          <Link
            key={key}
            href={to}
            aria-current={key === current ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-11 items-center gap-1.5 px-3.5 text-sm text-ink no-underline',
              key === current ? 'bg-actsoft font-[660]' : 'font-[560] hover:bg-sunk',
            )}
          >
            {key === current && <CheckIcon className="size-[1.25em] shrink-0" aria-hidden="true" />}
            {key === 'list' ? t('List') : t('Desk')}
          </Link>
        ))}
      </nav>
    )
  );
};
