import { can, type Capability } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { PlainText } from '#client/lib/texts.ts';
import {
  ActiveJobsIcon,
  ArchiveIcon,
  CompletedJobsIcon,
  CustomerIcon,
  EmployeeIcon,
  EntryIcon,
  EquipmentIcon,
  type Icon,
  OverviewIcon,
  ReceiptIcon,
  ReportIcon,
  ServiceIcon,
  SettingsIcon,
} from '#client/ui/icons.tsx';

export interface NavLink {
  readonly to: string;
  readonly label: PlainText;
  readonly icon: Icon;
  /** Shown only to users with this capability. */
  readonly needs?: Capability;
}

/** The groups of the sidebar (specification 1.13). */
export const NAVIGATION: readonly { readonly title: PlainText; readonly links: readonly NavLink[] }[] = [
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
      { to: '/reports', label: 'Reports', icon: ReportIcon },
      { to: '/organization/billing', label: 'Billing', icon: ReceiptIcon, needs: 'money:read' },
    ],
  },
  { title: 'Settings', links: [{ to: '/organization', label: 'Organization Settings', icon: SettingsIcon }] },
];

/** The links that a user of this level may follow; before the level is known, those open to everybody. */
export const linksFor = (links: readonly NavLink[], role: AccessLevel | undefined): readonly NavLink[] =>
  links.filter(({ needs }) => needs === undefined || (role !== undefined && can(role, needs)));

/** Screens without a link of their own, by the link that they belong to. */
const BESIDE: Readonly<Record<string, string>> = { '/equipment': '/implements' };

/** Whether a link leads to the current screen: compared by its query where it has one, otherwise by its path and everything below it. */
export const isCurrentLink = (to: string, path: string, search: string): boolean => {
  const [linkPath = '', linkQuery] = to.split('?');
  if (linkQuery !== undefined) {
    const status = new URLSearchParams(search).get('status') ?? 'open';
    return path === linkPath && linkQuery === `status=${status}`;
  }
  const isBelow = (other: string): boolean => path === other || path.startsWith(`${other}/`);
  // A screen below the settings with a link of its own does not highlight both.
  if (NAVIGATION.some(({ links }) => links.some((other) => other.to.startsWith(`${linkPath}/`) && isBelow(other.to)))) {
    return false;
  }
  return isBelow(linkPath) || path === BESIDE[linkPath];
};
