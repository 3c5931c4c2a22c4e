import { lazy, useState } from 'react';
import { Link, Route, Switch } from 'wouter';
import { type AppRoute, type ScreenComponent, Titled } from '#client/app/app-route.tsx';
import {
  withBankWords,
  withBillingSettingsWords,
  withBillingWords,
  withCustomerWords,
  withDeskWords,
  withHistoryWords,
  withImportWords,
  withMyDayWords,
  withOrganizationWords,
  withRecordWords,
  withRepeatWords,
  withRetentionWords,
  withRunWords,
} from '#client/app/later-words.ts';
import { t } from '#client/lib/texts.ts';
import { SmallTurns } from '#client/ui/brand.tsx';
import { buttonClass } from '#client/ui/button.tsx';

interface LazyRoute extends AppRoute {
  /** Fetches the screen's code, if it is not loaded yet. */
  readonly fetch: () => Promise<unknown>;
}

/**
 * A screen whose code is fetched when it is first shown. If it was fetched before, it is drawn immediately: React would delay a suspended
 * component by some 300 ms.
 */
const screen = <N extends string>(load: () => Promise<Record<N, ScreenComponent>>, name: N): Pick<LazyRoute, 'Screen' | 'fetch'> => {
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

const customers = () => withCustomerWords(() => import('#client/features/customers/customer-screens.tsx'));
const employees = () => import('#client/features/employees/employee-screens.tsx');
const serviceTypes = () => import('#client/features/service-types/service-type-screens.tsx');
const equipment = () => import('#client/features/equipment/equipment-screens.tsx');
const jobs = () => import('#client/features/jobs/job-list-screen.tsx');
const drafts = () => withRecordWords(() => import('#client/features/billing/drafts/draft-screens.tsx'));
const runs = () => withRunWords(() => import('#client/features/runs/run-screens.ts'));
const organization = () => import('#client/features/organization/organization-screens.tsx');

/** Every screen but the overview that a member of an organization can reach (specification 1.6). */
export const ROUTES: readonly LazyRoute[] = [
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
    path: '/jobs/repeat',
    title: 'Same as last year',
    ...screen(() => withRepeatWords(() => import('#client/features/jobs/repeat/repeat-screen.tsx')), 'RepeatScreen'),
  },
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
  {
    path: '/job-entries/desk',
    title: 'Job Entries',
    ...screen(() => withDeskWords(() => import('#client/features/job-entries/desk/desk-screen.tsx')), 'DeskScreen'),
  },
  { path: '/runs/new', title: 'New run', ...screen(runs, 'RunStartScreen') },
  { path: '/runs/:id', title: 'Run', ...screen(runs, 'RunScreen') },
  { path: '/runs/:id/end', title: 'End of run', ...screen(runs, 'RunEndScreen') },
  { path: '/reports', title: 'Reports', ...screen(() => import('#client/features/reports/report-screen.tsx'), 'ReportScreen') },
  { path: '/reports/money', title: 'Reports', ...screen(() => import('#client/features/reports/money-screen.tsx'), 'MoneyScreen') },
  {
    path: '/reports/fuel',
    title: 'Reports',
    ...screen(() => import('#client/features/reports/fuel-book-screen.tsx'), 'FuelBookScreen'),
  },
  {
    path: '/sync',
    title: 'Sync',
    ...screen(() => withMyDayWords(() => withCustomerWords(() => import('#client/app/sync-route.tsx'))), 'SyncRoute'),
  },
  { path: '/welcome', title: 'Welcome', ...screen(() => import('#client/app/welcome.tsx'), 'WelcomeRoute') },
  {
    path: '/organization',
    title: 'Organization Settings',
    ...screen(() => withOrganizationWords(organization), 'OrganizationScreen'),
  },
  {
    path: '/organization/import',
    title: 'Import',
    ...screen(() => withImportWords(() => import('#client/features/import/import-screen.tsx')), 'ImportScreen'),
  },
  {
    path: '/organization/members',
    title: 'Members',
    ...screen(() => import('#client/features/employees/members-screen.tsx'), 'MembersScreen'),
  },
  {
    path: '/organization/billing',
    title: 'Billing',
    ...screen(() => withBillingWords(() => import('#client/features/billing/billing-screen.tsx')), 'BillingScreen'),
  },
  {
    path: '/organization/billing/settings',
    title: 'Billing',
    ...screen(
      () => withBillingSettingsWords(() => import('#client/features/billing/settings/billing-settings-screen.tsx')),
      'BillingSettingsScreen',
    ),
  },
  {
    path: '/organization/billing/bank',
    title: 'Billing',
    ...screen(() => withBankWords(() => import('#client/features/billing/bank/bank-screen.tsx')), 'BankScreen'),
  },
  { path: '/organization/billing/jobs/:id', title: 'Draft bill', ...screen(drafts, 'JobBillScreen') },
  { path: '/organization/billing/drafts/:id', title: 'Draft bill', ...screen(drafts, 'DraftScreen') },
  {
    path: '/organization/billing/records/:id',
    title: 'Billing Record',
    ...screen(() => withRecordWords(() => import('#client/features/billing/bills/billing-record-screen.tsx')), 'BillingRecordScreen'),
  },
  { path: '/organization/data', title: 'Your Data', ...screen(() => withRetentionWords(organization), 'DataScreen') },
  {
    path: '/organization/account',
    title: 'Account',
    ...screen(() => withMyDayWords(() => import('#client/features/account/account-screen.tsx')), 'AccountScreen'),
  },
  {
    path: '/organization/activity',
    title: 'Activity',
    ...screen(() => withHistoryWords(() => import('#client/features/organization/activity-screen.tsx')), 'ActivityScreen'),
  },
  { path: '/organization/service-data-fields', title: 'Service Data Fields', ...screen(organization, 'ServiceDataFieldsScreen') },
  { path: '/service-fields', title: 'Service Data Fields', ...screen(organization, 'ServiceDataFieldsScreen') },
];

const NOT_FOUND = '404 Page Not Found';

/** The page for unknown addresses (specification 1.7). */
const NotFoundScreen = () => (
  <div className="grid justify-items-center gap-2.5 py-12 text-center">
    <SmallTurns className="mb-2 w-30 text-line" />
    <h1 className="text-2xl/[1.2] font-bold text-balance">{t(NOT_FOUND)}</h1>
    <p className="text-ink2">{t('Did you forget to add the page to the router?')}</p>
    <Link href="/" className={buttonClass({ className: 'mt-2' })}>
      {t('Go to the start page')}
    </Link>
  </div>
);

/** Whatever the address names, except the overview, which a start has already. */
export const OtherScreens = () => (
  <Switch>
    {ROUTES.map(({ path, title, Screen }) => (
      <Route key={path} path={path}>
        {(params) => (
          <Titled title={title}>
            <Screen params={params} />
          </Titled>
        )}
      </Route>
    ))}
    <Route>
      <Titled title={NOT_FOUND}>
        <NotFoundScreen />
      </Titled>
    </Route>
  </Switch>
);

const fits = (route: string, path: string): boolean => {
  const [parts, wanted] = [path.split('/'), route.split('/')];
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index]);
};

/** Fetches the code of an address's screen. Rejects if it cannot be fetched now. */
export const fetchRoute = async (path: string): Promise<void> => {
  await ROUTES.find((each) => fits(each.path, path))?.fetch();
};
