import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { cx } from '#client/lib/cx.ts';
import { Brand, TurnMotif } from '#client/ui/brand.tsx';
import { IconButton } from '#client/ui/button.tsx';
import {
  ActiveJobsIcon,
  ArchiveIcon,
  CloseIcon,
  CompletedJobsIcon,
  CustomerIcon,
  EmployeeIcon,
  EntryIcon,
  EquipmentIcon,
  type Icon,
  OverviewIcon,
  ServiceIcon,
  SettingsIcon,
} from '#client/ui/icons.tsx';

interface NavLink {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
}

/** The groups of the sidebar (specification 1 §2). */
const GROUPS: readonly { readonly title: string; readonly links: readonly NavLink[] }[] = [
  { title: 'Dashboard', links: [{ to: '/dashboard', label: 'Overview', icon: OverviewIcon }] },
  {
    title: 'Jobs',
    links: [
      { to: '/job-entries', label: 'Entries', icon: EntryIcon },
      { to: '/jobs?status=open', label: 'Active Jobs', icon: ActiveJobsIcon },
      { to: '/jobs?status=completed', label: 'Completed Jobs', icon: CompletedJobsIcon },
      { to: '/jobs?status=billed', label: 'Archived Jobs', icon: ArchiveIcon },
    ],
  },
  {
    title: 'Management',
    links: [
      { to: '/customers', label: 'Customers', icon: CustomerIcon },
      { to: '/employees', label: 'Employees', icon: EmployeeIcon },
      { to: '/service-types', label: 'Services', icon: ServiceIcon },
      { to: '/equipment', label: 'Equipment', icon: EquipmentIcon },
    ],
  },
  { title: 'Settings', links: [{ to: '/organization', label: 'Organization Settings', icon: SettingsIcon }] },
];

/** Whether a link leads to where one is: by its query where it has one, else by the path and what lies below it. */
export const isCurrentLink = (to: string, path: string, search: string): boolean => {
  const [linkPath = '', linkQuery] = to.split('?');
  if (linkQuery !== undefined) {
    const status = new URLSearchParams(search).get('status') ?? 'open';
    return path === linkPath && linkQuery === `status=${status}`;
  }
  return path === linkPath || path.startsWith(`${linkPath}/`);
};

const Links = ({ onFollow }: { readonly onFollow: () => void }) => {
  const [path] = useLocation();
  const search = useSearch();
  return (
    <nav aria-label="Main" className="px-3 pb-4">
      {GROUPS.map(({ title, links }) => (
        <div key={title} role="group" aria-label={title}>
          <div className="px-3 pt-4.5 pb-1.5 text-xs font-[560] text-onhedge2">{title}</div>
          {links.map(({ to, label, icon: IconShape }) => {
            const isCurrent = isCurrentLink(to, path, search);
            return (
              <Link
                key={to}
                href={to}
                onClick={onFollow}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'flex min-h-12 items-center gap-3 rounded-ctl px-3 py-1 text-base no-underline md:min-h-11',
                  isCurrent ? 'tramline-left bg-hedge2 font-[660] text-onhedge' : 'font-medium text-onhedge2 hover:bg-hedge2',
                )}
              >
                <IconShape className="size-5 shrink-0" aria-hidden="true" />
                {label}
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
}

/** Fixed from 768 px on; below, a slide-over that closes when a link is followed. */
export const Sidebar = ({ isOpen, onClose }: SidebarProps) => {
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
      <aside className="on-hedge sticky top-0 hidden h-dvh flex-col overflow-x-hidden overflow-y-auto bg-hedge text-onhedge md:flex">
        <div className="px-5 pt-4.5 pb-4">
          <Link href="/dashboard" className="text-inherit no-underline">
            <Brand />
          </Link>
        </div>
        <Links onFollow={() => undefined} />
        <TurnMotif className="mt-auto w-full shrink-0 text-onhedge2 opacity-30" />
      </aside>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press beside it is for thumbs; the keyboard has Escape */}
      <dialog
        ref={slideOver}
        aria-label="Menu"
        onCancel={onClose}
        onMouseDown={(event) => event.target === slideOver.current && onClose()}
        className="on-hedge m-0 h-dvh max-h-none w-72 overflow-y-auto bg-hedge p-0 text-onhedge shadow-3 md:hidden"
      >
        {isOpen && (
          <div className="flex min-h-full flex-col">
            <div className="flex items-center justify-between px-5 pt-4.5 pr-2 pb-4">
              <Brand />
              <IconButton label="Close" icon={CloseIcon} onClick={onClose} onColour className="hover:bg-hedge2" />
            </div>
            <Links onFollow={onClose} />
            <TurnMotif className="mt-auto w-full text-onhedge2 opacity-30" />
          </div>
        )}
      </dialog>
    </>
  );
};
