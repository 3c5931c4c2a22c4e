import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { can } from '#shared/access/capabilities.ts';
import { displayNameOf, initialsOf } from '#shared/domain/names.ts';
import { BottomBar } from '#client/app/bottom-bar.tsx';
import { ConnectionIndicator } from '#client/app/connection-indicator.tsx';
import { Sidebar } from '#client/app/sidebar.tsx';
import { useSignOut } from '#client/app/use-sign-out.tsx';
import { useSwitchTo } from '#client/app/use-switch-to.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { isHalfMade } from '#client/features/onboarding/steps.ts';
import { useUser } from '#client/data/user-context.tsx';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { usePrintLight } from '#client/lib/use-print-light.ts';
import { IconButton } from '#client/ui/button.tsx';
import { CheckIcon, ChevronIcon, LogOutIcon, MenuIcon, PlusIcon, SearchIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';

const SyncNotices = later(async () => (await import('#client/app/after-start.ts')).SyncNotices);
const PersonNotices = later(async () => (await import('#client/app/rare-notices.ts')).PersonNotices);
const SampleBar = later(
  async () => (await import('#client/app/rare-notices.ts')).SampleBar,
  () => <div className="min-h-20 bg-straw-bg md:min-h-16" />,
);
const DeletionNotice = later(async () => (await import('#client/app/rare-notices.ts')).DeletionNotice);
/** Loaded late: nobody waits for it, and a start has more urgent things to fetch. */
const InstallationNotice = later(async () => {
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  return (await import('#client/app/load-installation-notice.ts')).loadInstallationNotice();
});
const Palette = later(async () => (await import('#client/app/palette/palette.tsx')).Palette);

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Ctrl K, or ⌘ K on a Mac, on every screen. */
const useSearchKey = (onPress: () => void): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        // A form lies above all screens: the shortcut does not take the user away from it.
        if (document.querySelector('dialog[open]') === null) {
          onPress();
        }
      }
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [onPress]);
};

const OrganizationSwitcher = () => {
  const { organizations, selected } = useOrganizations();
  const switchTo = useSwitchTo();
  const [, navigate] = useLocation();
  const items = [
    ...organizations.map((organization) => {
      const { id, name, isSample } = organization;
      const isChosen = id === selected?.id;
      return {
        label: name,
        isChecked: isChosen,
        ...(isChosen ? { icon: CheckIcon } : {}),
        ...(isSample ? { hint: t('Sample') } : isHalfMade(organization) ? { hint: t('Setup not finished') } : {}),
        onSelect: () => switchTo(organization),
      };
    }),
    { label: t('Create New Organization'), icon: PlusIcon, onSelect: () => navigate('/onboarding/create-organization') },
  ];
  return (
    <Menu
      align="start"
      items={items}
      buttonClassName="flex min-h-11 min-w-0 items-center gap-1 rounded-ctl px-1 text-base font-[660] hover:bg-sunk md:gap-1.5"
    >
      {/* Specification 1.16: the name is truncated at 150 px. */}
      <span className="max-w-37.5 truncate">{selected?.name ?? t('Loading...')}</span>
      <ChevronIcon className="size-5 shrink-0" aria-hidden="true" />
    </Menu>
  );
};

const SearchButton = ({ onPress }: { readonly onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    aria-keyshortcuts="Control+K Meta+K"
    className="hidden min-h-11 items-center gap-2.5 rounded-ctl border-[1.5px] border-edge bg-ground px-3 text-ink3 hover:bg-sunk md:flex lg:w-64"
  >
    <SearchIcon className="size-5" aria-hidden="true" />
    <span className="sr-only text-left lg:not-sr-only lg:flex-1">{t('Search')}</span>
    <kbd className="hidden font-sans text-sm lg:inline" aria-hidden="true">
      {isApple() ? '⌘ K' : t('Ctrl K')}
    </kbd>
  </button>
);

interface TopBarProps {
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}

const TopBar = ({ onMenu, onSearch }: TopBarProps) => {
  const user = useUser();
  const { signOut, question } = useSignOut();
  return (
    <header className="sticky top-0 z-10 flex print:hidden min-h-14 items-center gap-0.5 border-b border-line bg-surface px-0.5 py-1 md:min-h-16 md:gap-2 md:px-4 lg:px-7">
      <IconButton label={t('Menu')} icon={MenuIcon} onClick={onMenu} className="md:hidden" />
      <OrganizationSwitcher />
      <span className="min-w-0 flex-1" />
      <SearchButton onPress={onSearch} />
      <ConnectionIndicator />
      <span
        className="grid size-9 shrink-0 place-items-center rounded-full bg-actsoft text-[0.875rem] font-bold text-act"
        title={user.email}
      >
        {initialsOf(user)}
      </span>
      <span className="hidden font-[560] md:block">{displayNameOf(user)}</span>
      <IconButton label={t('Log out')} icon={LogOutIcon} onClick={signOut} />
      {question}
    </header>
  );
};

/** The frame around every screen of the signed-in app: sidebar, top bar, and on phones the bottom bar. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  useSearchKey(search);
  const [location] = useLocation();
  const { selected } = useOrganizations();
  const dueAt = selected?.deletionDueAt ?? null;
  const user = useUser();
  const main = useRef<HTMLElement>(null);
  const shownAt = useRef(location);

  usePrintLight();
  // A new screen starts at its top, and is where the next Tab goes; the first one keeps what the browser chose.
  useEffect(() => {
    if (shownAt.current === location) {
      return;
    }
    shownAt.current = location;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [location]);

  return (
    <div data-shell className="min-h-dvh md:grid print:block md:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-ctl bg-surface px-4 py-3 font-[620] text-act focus:translate-y-0 print:hidden"
      >
        {t('Skip to content')}
      </a>
      <Sidebar isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} onSearch={search} />
      <div className="min-w-0">
        <TopBar onMenu={() => setMenuOpen(true)} onSearch={search} />
        {selected?.isSample && <SampleBar organization={selected} />}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="max-w-304 px-(--gap) pt-5 pb-30 outline-none md:px-6 md:pt-6 md:pb-12 lg:px-10 lg:pt-8 lg:pb-16"
        >
          <SyncNotices />
          {(user.confirmBy ?? user.addedTo) && <PersonNotices />}
          {dueAt !== null && !selected?.isSample && <DeletionNotice dueAt={dueAt} />}
          {selected && can(selected.role, 'installation:read') && <InstallationNotice orgId={selected.id} />}
          {children}
        </main>
      </div>
      <BottomBar />
      {isSearching && <Palette onClose={() => setSearching(false)} />}
    </div>
  );
};
