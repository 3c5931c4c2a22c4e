import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { isCurrentLink, linksFor, NAVIGATION } from '#client/app/navigation.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { Brand, TurnMotif } from '#client/ui/brand.tsx';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon, SearchIcon } from '#client/ui/icons.tsx';

const SunlightButton = later(async () => (await import('#client/app/after-start.ts')).SunlightButton);

const Links = ({ onFollow }: { readonly onFollow: () => void }) => {
  const [path] = useLocation();
  const search = useSearch();
  const role = useOrganizations().selected?.role;
  return (
    <nav aria-label={t('Main')} className="px-3 pb-4">
      {NAVIGATION.map(({ title, links }) => (
        <div key={title} role="group" aria-label={t(title)}>
          <div className="px-3 pt-4.5 pb-1.5 text-xs font-[560] text-onhedge2">{t(title)}</div>
          {linksFor(links, role).map(({ to, label, icon: IconShape }) => {
            const isCurrent = isCurrentLink(to, path, search);
            return (
              <Link
                key={to}
                href={to}
                data-label={t(label)}
                onClick={onFollow}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'flex min-h-12 items-center gap-3 rounded-ctl px-3 py-1 text-base no-underline md:min-h-11',
                  isCurrent ? 'tramline-left bg-hedge2 font-[660] text-onhedge' : 'font-medium text-onhedge2 hover:bg-hedge2',
                )}
              >
                <IconShape className="size-5 shrink-0" aria-hidden="true" />
                {t(label)}
              </Link>
            );
          })}
        </div>
      ))}
    </nav>
  );
};

interface SidebarProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Opens the search, which has no room in the top bar on phones. */
  readonly onSearch: () => void;
}

/** Fixed from 768 px on; below that, a slide-over that closes when a link is followed. */
export const Sidebar = ({ isOpen, onClose, onSearch }: SidebarProps) => {
  const slideOver = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = slideOver.current;
    if (!isOpen || !dialog) {
      return undefined;
    }
    dialog.showModal();
    return () => dialog.close();
  }, [isOpen]);

  return (
    <>
      <aside
        data-sidebar
        className="on-hedge sticky top-0 hidden h-dvh flex-col overflow-x-hidden overflow-y-auto bg-hedge text-onhedge md:flex print:hidden"
      >
        <div className="px-5 pt-4.5 pb-4">
          <Link href="/dashboard" className="text-inherit no-underline">
            <Brand />
          </Link>
        </div>
        <Links onFollow={() => undefined} />
        <TurnMotif className="mt-auto w-full shrink-0 text-onhedge2 opacity-30" />
      </aside>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press outside it is for thumbs; the keyboard has Escape */}
      <dialog
        ref={slideOver}
        aria-label={t('Menu')}
        onCancel={onClose}
        onMouseDown={(event) => event.target === slideOver.current && onClose()}
        className="on-hedge m-0 h-dvh max-h-none w-72 overflow-y-auto bg-hedge p-0 text-onhedge shadow-3 md:hidden"
      >
        {isOpen && (
          <div className="flex min-h-full flex-col">
            <div className="flex items-center justify-between px-5 pt-4.5 pr-2 pb-4">
              <Brand />
              <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} onColour className="hover:bg-hedge2" />
            </div>
            <button
              type="button"
              onClick={() => {
                onClose();
                onSearch();
              }}
              className="mx-3 flex min-h-12 items-center gap-3 rounded-ctl border-[1.5px] border-onhedge2 px-3 text-left font-medium text-onhedge2"
            >
              <SearchIcon className="size-5 shrink-0" aria-hidden="true" />
              {t('Search')}
            </button>
            <SunlightButton className="mx-3 mt-2.5" />
            <Links onFollow={onClose} />
            <TurnMotif className="mt-auto w-full text-onhedge2 opacity-30" />
          </div>
        )}
      </dialog>
    </>
  );
};
