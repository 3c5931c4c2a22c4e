import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Customer } from '#shared/domain/customer.ts';
import { CustomerDialog } from '#client/features/customers/customer-dialog.tsx';
import { BackLink, RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries } from '#client/data/queries.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

/** `/customers` (specification 2 §2). */
export const CustomerListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('customers:write');
  const pathOf = ({ id }: Customer) => `/customers/${id}`;
  return (
    <RecordList
      title="Customers"
      query={useQuery(customerQueries.list(orgId))}
      words={{
        search: 'Search customers...',
        loading: 'Loading customers...',
        empty: 'No customers found.',
        emptyHint: 'Add your first customer to get started.',
        noMatch: 'No customers match your search.',
        add: 'Add Customer',
      }}
      nameOf={({ businessName }) => businessName}
      textsOf={({ businessName, address, phoneNumber }) => [businessName, address, phoneNumber]}
      pathOf={pathOf}
      mayAdd={mayWrite}
      mayEdit={() => mayWrite}
      columns={[
        { head: 'Business Name', cell: (customer) => <RowLink to={pathOf(customer)}>{customer.businessName}</RowLink> },
        { head: 'Address', cell: ({ address }) => address },
        { head: 'Phone Number', cell: ({ phoneNumber }) => phoneNumber },
      ]}
      card={(customer) => ({
        title: <RowLink to={pathOf(customer)}>{customer.businessName}</RowLink>,
        meta: [customer.address, customer.phoneNumber].filter(Boolean).join(' · '),
      })}
      dialog={(customer, close) => <CustomerDialog customer={customer} onClose={close} />}
    />
  );
};

const CustomerJobs = ({ orgId, id }: { readonly orgId: number; readonly id: number }) => {
  const [, navigate] = useLocation();
  return (
    <Card>
      <CardHead title="Customer Jobs" />
      <QueryView query={useQuery(customerQueries.jobs(orgId, id))} loading="Loading jobs...">
        {(jobs) =>
          jobs.length === 0 ? (
            <Empty title="No jobs for this customer yet." />
          ) : (
            <DataTable
              label="Customer Jobs"
              rows={jobs}
              keyOf={(job) => job.id}
              onRow={(job) => navigate(`/jobs/${job.id}/entries`)}
              columns={[
                { head: 'Job Name', cell: (job) => <RowLink to={`/jobs/${job.id}/entries`}>{job.name}</RowLink> },
                { head: 'Status', cell: (job) => <StatusBadge status={job.status} /> },
                { head: 'Created', cell: (job) => formatDayOf(job.createdAt) },
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

/** `/customers/{id}` (specification 2 §2). */
export const CustomerScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const id = Number(params['id']);
  const query = useQuery(customerQueries.detail(orgId, id));
  return (
    <QueryView
      query={query}
      loading="Loading customer..."
      missing={{ title: 'Customer not found', backTo: '/customers', backLabel: 'Back to Customers' }}
    >
      {(customer) => (
        <>
          <BackLink to="/customers">Back to Customers</BackLink>
          <PageHead title={customer.businessName} />
          <div className="grid gap-(--gap)">
            <Card>
              <CardHead title="Contact Information" />
              <dl className="grid gap-x-8 gap-y-4 p-4.5 sm:grid-cols-2 lg:grid-cols-4">
                {[
                  ['Business Name', customer.businessName],
                  ['Name', [customer.firstName, customer.lastName].filter(Boolean).join(' ')],
                  ['Phone Number', customer.phoneNumber],
                  ['Address', customer.address],
                ]
                  .filter(([, value]) => value)
                  .map(([label, value]) => (
                    <div key={label}>
                      <dt className="text-sm text-ink2">{label}</dt>
                      <dd className="font-[560] wrap-anywhere">{value}</dd>
                    </div>
                  ))}
              </dl>
            </Card>
            <CustomerJobs orgId={orgId} id={id} />
          </div>
        </>
      )}
    </QueryView>
  );
};
