import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { Customer } from '#shared/domain/customer.ts';
import type { Job } from '#shared/domain/job.ts';
import { CustomerDialog } from '#client/features/customers/customer-dialog.tsx';
import type { Deletion } from '#client/components/delete-dialog.tsx';
import { billingFacts } from '#client/entities/customers/customer-billing-words.ts';
import { customerColumns } from '#client/entities/customers/customer-columns.ts';
import { wholeCustomer } from '#client/entities/customers/whole-customer.ts';
import { Email } from '#client/components/email.tsx';
import { RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { RecordScreen } from '#client/components/record-screen.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries } from '#client/data/queries.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

/** Why customers cannot be changed now: unlike other lists they are locked while the device is offline (specification 2.15). */
const useLockedReason = (): string | undefined => (useBrowserOnline() ? undefined : t('You can only change customers online.'));

const deletionOf = (customer: Customer): Deletion => ({
  route: routes.customers.remove,
  record: customer,
  title: t('Delete {name}?', { name: customer.businessName }),
  kind: t('Customer'),
  question: t('Are you sure you want to delete {name}?', { name: customer.businessName }),
  done: [t('Customer deleted'), t('Customer has been deleted successfully.')],
});

/** `/customers` (specification 4.8). */
export const CustomerListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('customers:write');
  const mayDelete = useCan('records:delete');
  const pathOf = ({ id }: Customer) => `/customers/${id}`;
  return (
    <RecordList
      store="customers"
      title={t('Customers')}
      query={useQuery(customerQueries.list(orgId))}
      words={{
        search: t('Search customers...'),
        loading: t('Loading customers...'),
        empty: t('No customers found.'),
        emptyHint: t('Add your first customer to get started.'),
        noMatch: t('No customers match your search.'),
        add: t('Add Customer'),
        rows: (count) => plural(count, 'customer', 'customers'),
      }}
      nameOf={({ businessName }) => businessName}
      // Also what the columns leave out: contact, number, town and email. Copies from earlier versions of the app lack some of them.
      textsOf={({ businessName, address, phoneNumber, externalNumber, firstName, lastName, town, email }) => [
        businessName,
        address,
        phoneNumber,
        externalNumber,
        firstName,
        lastName,
        town,
        email,
      ]}
      exported={customerColumns}
      pathOf={pathOf}
      mayAdd={mayWrite}
      mayEdit={() => mayWrite}
      mayDelete={() => mayDelete}
      lockedReason={useLockedReason()}
      columns={[
        {
          head: t('Business Name'),
          cell: (customer) => <RowLink to={pathOf(customer)}>{customer.businessName}</RowLink>,
          sortBy: ({ businessName }) => businessName,
        },
        { head: t('Address'), cell: ({ address }) => address, sortBy: ({ address }) => address },
        {
          head: t('Phone Number'),
          cell: ({ phoneNumber }) => <span className="whitespace-nowrap tabular-nums">{phoneNumber}</span>,
          sortBy: ({ phoneNumber }) => phoneNumber,
        },
      ]}
      card={(customer) => ({
        title: <RowLink to={pathOf(customer)}>{customer.businessName}</RowLink>,
        meta: (
          <>
            {customer.address && <span>{customer.address}</span>}
            {customer.phoneNumber && <span className="whitespace-nowrap tabular-nums">{customer.phoneNumber}</span>}
          </>
        ),
      })}
      dialog={(customer, close) => <CustomerDialog customer={customer} onClose={close} />}
      deletionOf={deletionOf}
    />
  );
};

const CustomerJobs = ({ query }: { readonly query: UseQueryResult<Job[]> }) => {
  const [, navigate] = useLocation();
  return (
    <Card>
      <CardHead title={t('Customer Jobs')} />
      <QueryView query={query} loading={t('Loading jobs...')}>
        {(jobs) =>
          jobs.length === 0 ? (
            <Empty title={t('No jobs for this customer yet.')} />
          ) : (
            <DataTable
              label={t('Customer Jobs')}
              rows={jobs}
              keyOf={(job) => job.id}
              onRow={(job) => navigate(`/jobs/${job.id}/entries`)}
              columns={[
                { head: t('Job Name'), cell: (job) => <RowLink to={`/jobs/${job.id}/entries`}>{job.name}</RowLink> },
                { head: t('Status'), cell: (job) => <StatusBadge status={job.status} /> },
                { head: t('Created'), cell: (job) => formatDayOf(job.createdAt) },
              ]}
              card={(job) => ({
                title: <RowLink to={`/jobs/${job.id}/entries`}>{job.name}</RowLink>,
                meta: (
                  <>
                    <StatusBadge status={job.status} />
                    {formatDayOf(job.createdAt)}
                  </>
                ),
              })}
            />
          )
        }
      </QueryView>
    </Card>
  );
};

const contactList = ({ contacts }: Customer) =>
  contacts.length === 0 ? null : (
    <ul className="grid gap-1.5">
      {contacts.map(({ name, email, phoneNumber, getsBills }) => (
        // Two people of one name have different addresses.
        <li key={`${name} ${email ?? ''} ${phoneNumber ?? ''}`}>
          {name}
          {getsBills && <span className="font-normal text-ink2"> ({t('gets bills')})</span>}
          <span className="flex flex-wrap gap-x-3 font-normal">
            {email && <Email address={email} />}
            {phoneNumber}
          </span>
        </li>
      ))}
    </ul>
  );

/** `/customers/{id}` (specification 4.12). */
export const CustomerScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('customers:write');
  const mayDelete = useCan('records:delete');
  const seesMoney = useCan('money:read');
  const id = Number(params['id']);
  const query = useQuery(customerQueries.detail(orgId, id));
  return (
    <RecordScreen
      store="customers"
      query={query}
      listPath="/customers"
      words={{
        loading: t('Loading customer...'),
        missing: t('Customer not found'),
        back: t('Back to Customers'),
        details: t('Contact Information'),
      }}
      nameOf={({ businessName }) => businessName}
      mayEdit={() => mayWrite}
      mayDelete={() => mayDelete}
      lockedReason={useLockedReason()}
      factsOf={(customer) => [
        [t('Business Name'), customer.businessName],
        [t('Name'), [customer.firstName, customer.lastName].filter(Boolean).join(' ')],
        [t('Phone Number'), customer.phoneNumber],
        [t('Email'), customer.email && <Email address={customer.email} />],
        [t('Address'), customer.address],
        [t('Customer Number'), customer.externalNumber],
        [t('Notes'), customer.notes],
        ...billingFacts(wholeCustomer(customer)),
        [t('Other contacts'), contactList(wholeCustomer(customer))],
      ]}
      dialog={(customer, close) => <CustomerDialog customer={customer} onClose={close} />}
      deletionOf={deletionOf}
    >
      <p className="flex flex-wrap gap-x-5">
        <Link href={`/reports/fuel?customerId=${id}`} className="inline-flex min-h-11 items-center font-[620] text-act">
          {t('Fuel log')}
        </Link>
        {seesMoney && query.data && (
          <Link
            href={`/organization/billing?${new URLSearchParams({ tab: 'open', q: query.data.businessName }).toString()}`}
            className="inline-flex min-h-11 items-center font-[620] text-act"
          >
            {t('What they owe')}
          </Link>
        )}
        {seesMoney && query.data && (
          <Link href={`/organization/billing?tab=open&statement=${id}`} className="inline-flex min-h-11 items-center font-[620] text-act">
            {t('Statement of account')}
          </Link>
        )}
      </p>
      <CustomerJobs query={useQuery(customerQueries.jobs(orgId, id))} />
    </RecordScreen>
  );
};
