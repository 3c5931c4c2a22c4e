import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Employee, fullName, mayEditEmployee } from '#shared/domain/employee.ts';
import { EntryHistory } from '#client/components/entry-history.tsx';
import { Facts } from '#client/components/facts.tsx';
import { BackLink, RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { AccessLevelBadge } from '#client/features/employees/access-levels.tsx';
import { EmployeeDialog } from '#client/features/employees/employee-dialog.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { EditIcon } from '#client/ui/icons.tsx';

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** An address that breaks after its at-sign where a line is too short for it. */
const Email = ({ address }: { readonly address: string }) => {
  const end = address.indexOf('@') + 1;
  return (
    <>
      {address.slice(0, end)}
      <wbr />
      {address.slice(end)}
    </>
  );
};

/** `/employees` (specification 2 §2). */
export const EmployeeListScreen = () => {
  const { id: orgId, role } = useOrganization();
  const mayWrite = useCan('employees:write');
  const pathOf = ({ id }: Employee) => `/employees/${id}`;
  return (
    <RecordList
      title="Employees"
      query={useQuery(employeeQueries.list(orgId))}
      words={{
        search: 'Search employees...',
        loading: 'Loading employees...',
        empty: 'No employees added yet.',
        noMatch: 'No employees matching your search',
        add: 'Add Employee',
      }}
      nameOf={fullName}
      textsOf={(employee) => [fullName(employee), employee.email, employee.phoneNumber]}
      pathOf={pathOf}
      mayAdd={mayWrite}
      mayEdit={({ accessLevel }) => mayEditEmployee(role, accessLevel)}
      columnsFrom="xl"
      columns={[
        { head: 'Name', cell: (employee) => <RowLink to={pathOf(employee)}>{fullName(employee)}</RowLink> },
        { head: 'Email', cell: ({ email }) => email && <Email address={email} /> },
        { head: 'Phone', cell: ({ phoneNumber }) => <span className="whitespace-nowrap tabular-nums">{phoneNumber}</span> },
        { head: 'Access Level', cell: ({ accessLevel }) => <AccessLevelBadge level={accessLevel} /> },
        { head: 'Operator', cell: ({ isOperator }) => yesNo(isOperator) },
        { head: 'User', cell: ({ isUser }) => yesNo(isUser) },
      ]}
      card={(employee) => ({
        title: <RowLink to={pathOf(employee)}>{fullName(employee)}</RowLink>,
        meta: (
          <>
            <AccessLevelBadge level={employee.accessLevel} />
            <span>{[employee.isOperator && 'Operator', employee.isUser && 'User'].filter(Boolean).join(', ')}</span>
            {employee.phoneNumber && <span className="tabular-nums">{employee.phoneNumber}</span>}
            {employee.email && (
              <span className="wrap-anywhere">
                <Email address={employee.email} />
              </span>
            )}
          </>
        ),
      })}
      dialog={(employee, close) => <EmployeeDialog employee={employee} onClose={close} />}
    />
  );
};

/** `/employees/{id}` (specification 2 §2). */
export const EmployeeScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId, role } = useOrganization();
  const [isEditing, setEditing] = useState(false);
  const id = Number(params['id']);
  const query = useQuery(employeeQueries.detail(orgId, id));
  const entries = useQuery(employeeQueries.jobEntries(orgId, id));
  return (
    <QueryView
      query={query}
      loading="Loading employee..."
      missing={{ title: 'Employee not found', backTo: '/employees', backLabel: 'Back to Employees' }}
    >
      {(employee) => (
        <>
          <BackLink to="/employees">Back to Employees</BackLink>
          <PageHead title={fullName(employee)} />
          <div className="grid gap-(--gap)">
            <Card>
              <CardHead title="Details">
                {mayEditEmployee(role, employee.accessLevel) && (
                  <Button size="small" icon={EditIcon} onClick={() => setEditing(true)}>
                    Edit
                  </Button>
                )}
              </CardHead>
              <Facts
                facts={[
                  ['Name', fullName(employee)],
                  ['Email', employee.email && <Email address={employee.email} />],
                  ['Phone', employee.phoneNumber],
                  ['Access Level', <AccessLevelBadge key="level" level={employee.accessLevel} />],
                  ['Equipment Operator', yesNo(employee.isOperator)],
                  ['Application User', yesNo(employee.isUser)],
                ]}
              />
            </Card>
            <EntryHistory
              title="Recent Job Entries"
              query={entries}
              columns={['Job', 'Date', 'Hours', 'Service']}
              addressOf={(entry) => `/job-entries?jobId=${entry.jobId}&entryId=${entry.id}`}
              empty="No job entries with this employee yet."
            />
          </div>
          {isEditing && <EmployeeDialog employee={employee} onClose={() => setEditing(false)} />}
        </>
      )}
    </QueryView>
  );
};
