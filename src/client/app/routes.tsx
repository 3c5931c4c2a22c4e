import { type ComponentType, lazy } from 'react';

/** A screen of the signed-in app. The titles are what the browser's tab shows. */
export interface AppRoute {
  readonly path: string;
  readonly title: string;
  readonly Screen: ComponentType<{ readonly params: Readonly<Record<string, string | undefined>> }>;
}

const screen = <N extends string>(load: () => Promise<Record<N, ComponentType<{ params: Record<string, string | undefined> }>>>, name: N) =>
  lazy(async () => ({ default: (await load())[name] }));

const customers = () => import('#client/features/customers/customer-screens.tsx');
const employees = () => import('#client/features/employees/employee-screens.tsx');
const serviceTypes = () => import('#client/features/service-types/service-type-screens.tsx');
const equipment = () => import('#client/features/equipment/equipment-screens.tsx');
const jobs = () => import('#client/features/jobs/job-screens.tsx');
const organization = () => import('#client/features/organization/organization-screens.tsx');

/** Every screen that a member of an organization can reach (specification 1 §2). */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/dashboard',
    title: 'Overview',
    Screen: screen(() => import('#client/features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  },
  { path: '/customers', title: 'Customers', Screen: screen(customers, 'CustomerListScreen') },
  { path: '/customers/:id', title: 'Customer', Screen: screen(customers, 'CustomerScreen') },
  { path: '/employees', title: 'Employees', Screen: screen(employees, 'EmployeeListScreen') },
  { path: '/employees/:id', title: 'Employee', Screen: screen(employees, 'EmployeeScreen') },
  { path: '/service-types', title: 'Service Types', Screen: screen(serviceTypes, 'ServiceTypeListScreen') },
  { path: '/service-types/:id', title: 'Service', Screen: screen(serviceTypes, 'ServiceTypeScreen') },
  { path: '/equipment', title: 'Equipment', Screen: screen(equipment, 'EquipmentListScreen') },
  { path: '/equipment/:id', title: 'Equipment', Screen: screen(equipment, 'EquipmentScreen') },
  { path: '/machines', title: 'Equipment', Screen: screen(equipment, 'MachinesRedirect') },
  { path: '/jobs', title: 'Jobs', Screen: screen(jobs, 'JobListScreen') },
  { path: '/jobs/new', title: 'Jobs', Screen: screen(jobs, 'NewJobRedirect') },
  { path: '/jobs/:id/entries', title: 'Job entries', Screen: screen(jobs, 'JobEntriesScreen') },
  { path: '/jobs/:id/summary', title: 'Job summary', Screen: screen(jobs, 'JobSummaryScreen') },
  {
    path: '/job-entries',
    title: 'Entries',
    Screen: screen(() => import('#client/features/job-entries/job-entry-list-screen.tsx'), 'JobEntryListScreen'),
  },
  { path: '/sync', title: 'Sync', Screen: screen(() => import('#client/app/sync-route.tsx'), 'SyncRoute') },
  { path: '/organization', title: 'Organization Settings', Screen: screen(organization, 'OrganizationScreen') },
  { path: '/organization/activity', title: 'Activity', Screen: screen(organization, 'ActivityScreen') },
  { path: '/organization/service-data-fields', title: 'Service Data Fields', Screen: screen(organization, 'ServiceDataFieldsScreen') },
  { path: '/service-fields', title: 'Service Data Fields', Screen: screen(organization, 'ServiceDataFieldsScreen') },
];
