import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, useState } from 'react';
import type { Organization } from '#shared/domain/organization.ts';
import { DashboardScreen, thisWeekQuery } from '#client/features/dashboard/dashboard-screen.tsx';
import type { PlainText } from '#client/lib/texts.ts';

type Params = Readonly<Record<string, string | undefined>>;
type ScreenComponent = ComponentType<{ readonly params: Params }>;

/** A screen of the signed-in app. The titles appear in the browser's tab. */
export interface AppRoute {
  readonly path: string;
  readonly title: PlainText;
  readonly Screen: ScreenComponent;
  /** Fetches the screen's code, if it is not loaded yet. */
  readonly fetch: () => Promise<unknown>;
  /** Reads from this device what the screen shows first. */
  readonly prepare?: (client: QueryClient, organization: Organization) => Promise<unknown>;
}

/**
 * A screen whose code is fetched when it is first shown. If it was fetched before, it is drawn immediately: React would delay a suspended
 * component by some 300 ms.
 */
const screen = <N extends string>(load: () => Promise<Record<N, ScreenComponent>>, name: N): Pick<AppRoute, 'Screen' | 'fetch'> => {
  let here: ScreenComponent | undefined;
  const fetch = async (): Promise<{ default: ScreenComponent }> => {
    here = (await load())[name];
    return { default: here };
  };
  const Later = lazy(fetch);
  const Screen: ScreenComponent = ({ params }) => {
    // Stays what it was at first: another component in the same place would lose its state.
    const [Shown] = useState<ScreenComponent>(() => here ?? Later);
    return <Shown params={params} />;
  };
  return { Screen, fetch };
};

/** The screen of nearly every start: its code is part of the start's bundle. */
const firstScreen: Pick<AppRoute, 'Screen' | 'fetch'> = { Screen: DashboardScreen, fetch: () => Promise.resolve() };
const customers = () => import('#client/features/customers/customer-screens.tsx');
const employees = () => import('#client/features/employees/employee-screens.tsx');
const serviceTypes = () => import('#client/features/service-types/service-type-screens.tsx');
const equipment = () => import('#client/features/equipment/equipment-screens.tsx');
const jobs = () => import('#client/features/jobs/job-list-screen.tsx');
const drafts = () => import('#client/features/billing/drafts/draft-screens.tsx');
const organization = () => import('#client/features/organization/organization-screens.tsx');

/** Every screen that a member of an organization can reach (specification 1.6). */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/dashboard',
    title: 'Overview',
    ...firstScreen,
    prepare: (client, selected) => client.prefetchQuery(thisWeekQuery(selected)),
  },
  { path: '/customers', title: 'Customers', ...screen(customers, 'CustomerListScreen') },
  { path: '/customers/:id', title: 'Customer', ...screen(customers, 'CustomerScreen') },
  { path: '/employees', title: 'Employees', ...screen(employees, 'EmployeeListScreen') },
  { path: '/employees/:id', title: 'Employee', ...screen(employees, 'EmployeeScreen') },
  { path: '/service-types', title: 'Service Types', ...screen(serviceTypes, 'ServiceTypeListScreen') },
  { path: '/service-types/:id', title: 'Service', ...screen(serviceTypes, 'ServiceTypeScreen') },
  { path: '/equipment', title: 'Equipment', ...screen(equipment, 'EquipmentListScreen') },
  { path: '/equipment/:id', title: 'Equipment', ...screen(equipment, 'EquipmentScreen') },
  {
    path: '/implements',
    title: 'Implements',
    ...screen(() => import('#client/features/implements/implement-list-screen.tsx'), 'ImplementListScreen'),
  },
  { path: '/machines', title: 'Equipment', ...screen(equipment, 'MachinesRedirect') },
  { path: '/jobs', title: 'Jobs', ...screen(jobs, 'JobListScreen') },
  { path: '/jobs/new', title: 'Jobs', ...screen(jobs, 'NewJobRedirect') },
  {
    path: '/jobs/:id/entries',
    title: 'Job entries',
    ...screen(() => import('#client/features/jobs/job-entries-screen.tsx'), 'JobEntriesScreen'),
  },
  {
    path: '/jobs/:id/summary',
    title: 'Job summary',
    ...screen(() => import('#client/features/jobs/job-summary-screen.tsx'), 'JobSummaryScreen'),
  },
  {
    path: '/job-entries',
    title: 'Entries',
    ...screen(() => import('#client/features/job-entries/job-entry-list-screen.tsx'), 'JobEntryListScreen'),
  },
  { path: '/reports', title: 'Reports', ...screen(() => import('#client/features/reports/report-screen.tsx'), 'ReportScreen') },
  { path: '/reports/money', title: 'Reports', ...screen(() => import('#client/features/reports/money-screen.tsx'), 'MoneyScreen') },
  {
    path: '/reports/fuel',
    title: 'Reports',
    ...screen(() => import('#client/features/reports/fuel-book-screen.tsx'), 'FuelBookScreen'),
  },
  { path: '/sync', title: 'Sync', ...screen(() => import('#client/app/sync-route.tsx'), 'SyncRoute') },
  { path: '/organization', title: 'Organization Settings', ...screen(organization, 'OrganizationScreen') },
  {
    path: '/organization/members',
    title: 'Members',
    ...screen(() => import('#client/features/employees/members-screen.tsx'), 'MembersScreen'),
  },
  {
    path: '/organization/billing',
    title: 'Billing',
    ...screen(() => import('#client/features/billing/billing-screen.tsx'), 'BillingScreen'),
  },
  { path: '/organization/billing/jobs/:id', title: 'Draft bill', ...screen(drafts, 'JobBillScreen') },
  { path: '/organization/billing/drafts/:id', title: 'Draft bill', ...screen(drafts, 'DraftScreen') },
  {
    path: '/organization/billing/records/:id',
    title: 'Billing Record',
    ...screen(() => import('#client/features/billing/bills/billing-record-screen.tsx'), 'BillingRecordScreen'),
  },
  { path: '/organization/data', title: 'Your Data', ...screen(organization, 'DataScreen') },
  {
    path: '/organization/account',
    title: 'Account',
    ...screen(() => import('#client/features/account/account-screen.tsx'), 'AccountScreen'),
  },
  {
    path: '/organization/activity',
    title: 'Activity',
    ...screen(() => import('#client/features/organization/activity-screen.tsx'), 'ActivityScreen'),
  },
  { path: '/organization/service-data-fields', title: 'Service Data Fields', ...screen(organization, 'ServiceDataFieldsScreen') },
  { path: '/service-fields', title: 'Service Data Fields', ...screen(organization, 'ServiceDataFieldsScreen') },
];

const fits = (route: string, path: string): boolean => {
  const [parts, wanted] = [path.split('/'), route.split('/')];
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index]);
};

/** The screen of an address, if there is one. */
export const routeOf = (path: string): AppRoute | undefined => ROUTES.find((each) => fits(each.path, path === '/' ? '/dashboard' : path));

/**
 * Fetches the code of an address's screen while the start is still reading its data. A failed fetch is repeated when the screen is shown.
 */
export const fetchScreen = (path: string): void => {
  routeOf(path)
    ?.fetch()
    .catch(() => undefined);
};
