import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { displayNameOf, initialsOf } from '#shared/domain/user.ts';
import { BottomBar } from '#client/app/bottom-bar.tsx';
import { ConnectionIndicator } from '#client/app/connection-indicator.tsx';
import { Sidebar } from '#client/app/sidebar.tsx';
import { SyncNotices } from '#client/app/sync-notices.tsx';
import { useSignOut } from '#client/app/use-sign-out.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { IconButton } from '#client/ui/button.tsx';
import { CheckIcon, ChevronIcon, LogOutIcon, MenuIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';

const OrganizationSwitcher = () => {
  const { organizations, selected, select } = useOrganizations();
  const [, navigate] = useLocation();
  const items = [
    ...organizations.map(({ id, name }) => ({
      label: name,
      isChecked: id === selected?.id,
      ...(id === selected?.id ? { icon: CheckIcon } : {}),
      onSelect: () => {
        select(id);
        navigate('/dashboard');
      },
    })),
    { label: 'Create New Organization', icon: PlusIcon, onSelect: () => navigate('/onboarding/create-organization') },
  ];
  return (
    <Menu
      align="start"
      items={items}
      buttonClassName="flex min-h-11 min-w-0 items-center gap-1 rounded-ctl px-1 text-base font-[660] hover:bg-sunk md:gap-1.5"
    >
      {/* Specification 1 §9: the name is cut at 150 px. */}
      <span className="max-w-37.5 truncate">{selected?.name ?? 'Loading...'}</span>
      <ChevronIcon className="size-5 shrink-0" aria-hidden="true" />
    </Menu>
  );
};

const TopBar = ({ onMenu }: { readonly onMenu: () => void }) => {
  const user = useUser();
  const { signOut, question } = useSignOut();
  return (
    <header className="sticky top-0 z-10 flex min-h-14 items-center gap-0.5 border-b border-line bg-surface px-0.5 py-1 md:min-h-16 md:gap-2 md:px-4 lg:px-7">
      <IconButton label="Menu" icon={MenuIcon} onClick={onMenu} className="md:hidden" />
      <OrganizationSwitcher />
      <span className="min-w-0 flex-1" />
      <ConnectionIndicator />
      <span
        className="grid size-9 shrink-0 place-items-center rounded-full bg-actsoft text-[0.875rem] font-bold text-act"
        title={user.email}
      >
        {initialsOf(user)}
      </span>
      <span className="hidden font-[560] md:block">{displayNameOf(user)}</span>
      <IconButton label="Log out" icon={LogOutIcon} onClick={() => void signOut()} />
      {question}
    </header>
  );
};

/** What stands around every screen of the signed-in app: sidebar, top bar, on phones the bottom bar. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownAt = useRef(location);

  // A new screen begins at its top, and is where the next Tab goes; the first one keeps what the browser chose.
  useEffect(() => {
    if (shownAt.current === location) {
      return;
    }
    shownAt.current = location;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [location]);

  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-ctl bg-surface px-4 py-3 font-[620] text-act focus:translate-y-0"
      >
        Skip to the content
      </a>
      <Sidebar isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div className="min-w-0">
        <TopBar onMenu={() => setMenuOpen(true)} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="max-w-304 px-(--gap) pt-5 pb-30 outline-none md:px-6 md:pt-6 md:pb-12 lg:px-10 lg:pt-8 lg:pb-16"
        >
          <SyncNotices />
          {children}
        </main>
      </div>
      <BottomBar />
    </div>
  );
};

/** The page for addresses that the app does not know (specification 1 §2). */
export const NotFoundScreen = () => (
  <div className="grid justify-items-start gap-3">
    <h1 className="text-2xl font-bold">404 Page Not Found</h1>
    <p className="text-ink2">Did you forget to add the page to the router?</p>
    <Link href="/" className="inline-flex min-h-11 items-center font-[560] text-act">
      Go to the start
    </Link>
  </div>
);
