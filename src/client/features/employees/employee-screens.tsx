import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { routes } from '#shared/routes.ts';
import { type Employee, mayEditEmployee } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import { Email } from '#client/components/email.tsx';
import type { Deletion } from '#client/components/delete-dialog.tsx';
import { employeeColumns } from '#client/entities/employees/employee-columns.ts';
import { EntryHistory } from '#client/entities/job-entries/entry-history.tsx';
import { RowLink } from '#client/components/links.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { RecordScreen } from '#client/components/record-screen.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { AccessLevelBadge } from '#client/features/employees/access-levels.tsx';
import { LastSeen } from '#client/features/employees/last-seen.tsx';
import { PeopleFilters, StillToInvite } from '#client/features/employees/people-bar.tsx';
import { countPeople, filterIn, matches } from '#client/features/employees/people-filter.ts';
import { useJoining } from '#client/features/employees/use-joining.tsx';
import { EmployeeDialog } from '#client/features/employees/employee-dialog.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';

/** The columns of the employee's entries. */
const HISTORY = ['Job', 'Date', 'Hours', 'Service'] as const;

/** Whether the confirmation may be shown: the owner cannot be deleted, which is said at once (specification 4.19). */
const useMayBeGone = (): ((employee: Employee) => boolean) => {
  const notices = useNotices();
  return ({ accessLevel }) => {
    if (accessLevel === 'owner') {
      notices.problem(t('Cannot Delete Owner'), t('The organization owner cannot be deleted. Transfer ownership to another user first.'));
    }
    return accessLevel !== 'owner';
  };
};

const deletionOf = (employee: Employee, ownId: number | null): Deletion => ({
  route: routes.employees.remove,
  record: employee,
  title: t('Delete {name}?', { name: fullName(employee) }),
  kind: t('Employee'),
  question: (
    <>
      <span className="block">{t('Are you sure you want to delete this employee?')}</span>
      {employee.id === ownId && <span className="mt-2 block">{t('This is you: you will lose your own access.')}</span>}
    </>
  ),
});

/** `/employees` (specification 4.14, 7.17): everybody, with their level and how far they have come in joining. */
export const EmployeeListScreen = () => {
  const { id: orgId, role, employeeId } = useOrganization();
  const mayWrite = useCan('employees:write');
  const mayBeGone = useMayBeGone();
  const mayChange = ({ accessLevel }: Employee) => mayEditEmployee(role, accessLevel);
  const joining = useJoining();
  const { invitations, seesLinks } = joining;
  const query = useQuery(employeeQueries.list(orgId));
  const everybody = query.data ?? [];
  const counts = countPeople(everybody, invitations);
  const filter = filterIn(useSearch(), counts);
  const shown = useMemo(() => query.data?.filter((person) => matches(person, invitations, filter)), [query.data, invitations, filter]);
  // Links arrive after the people: until then nobody can be called not invited.
  const isKnown = query.data !== undefined && (!seesLinks || invitations !== undefined);
  const pathOf = ({ id }: Employee) => `/employees/${id}`;
  return (
    <>
      <RecordList
        store="employees"
        moreActions={joining.actions}
        title={t('Employees')}
        query={{ ...query, data: shown } as typeof query}
        tabs={
          mayWrite && (
            <>
              {seesLinks && <StillToInvite to="/organization/members">{t('Members')}</StillToInvite>}
              <PeopleFilters counts={counts} filter={filter} seesLinks={seesLinks} isKnown={isKnown && everybody.length > 0} />
            </>
          )
        }
        words={{
          search: t('Search employees...'),
          loading: t('Loading employees...'),
          empty: t('No employees added yet.'),
          emptyHint: t('Everyone whose work you log or bill. Drivers get their own access.'),
          noMatch: t('No employees matching your search'),
          add: t('Add Employee'),
          rows: (count) => plural(count, 'employee', 'employees'),
        }}
        nameOf={fullName}
        textsOf={(employee) => [fullName(employee), employee.email, employee.phoneNumber]}
        exported={employeeColumns}
        pathOf={pathOf}
        mayAdd={mayWrite}
        mayEdit={mayChange}
        mayDelete={mayChange}
        beforeDelete={mayBeGone}
        columnsFrom="xl"
        columns={[
          { head: t('Name'), cell: (employee) => <RowLink to={pathOf(employee)}>{fullName(employee)}</RowLink>, sortBy: fullName },
          { head: t('Email'), cell: ({ email }) => email && <Email address={email} />, sortBy: ({ email }) => email },
          { head: t('Phone'), cell: ({ phoneNumber }) => <span className="whitespace-nowrap tabular-nums">{phoneNumber}</span> },
          { head: t('Access Level'), cell: ({ accessLevel }) => <AccessLevelBadge level={accessLevel} /> },
          { head: t('Operator'), cell: ({ isOperator }) => yesNo(isOperator) },
          {
            head: t('User'),
            cell: (employee) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                {yesNo(employee.isUser)}
                {joining.badge(employee)}
                <LastSeen person={employee} times={joining.times} className="text-sm text-ink2" />
              </span>
            ),
          },
        ]}
        card={(employee) => ({
          title: <RowLink to={pathOf(employee)}>{fullName(employee)}</RowLink>,
          meta: (
            <>
              <AccessLevelBadge level={employee.accessLevel} />
              {joining.badge(employee)}
              <LastSeen person={employee} times={joining.times} className="text-sm text-ink2" />
              <span>{[employee.isOperator && t('Operator'), employee.isUser && t('User')].filter(Boolean).join(', ')}</span>
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
        deletionOf={(employee) => deletionOf(employee, employeeId)}
      />
      {joining.dialog}
    </>
  );
};

/** `/employees/{id}` (specification 4.20). */
export const EmployeeScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId, role, employeeId } = useOrganization();
  const id = Number(params['id']);
  const mayChange = ({ accessLevel }: Employee) => mayEditEmployee(role, accessLevel);
  const joining = useJoining();
  return (
    <>
      <RecordScreen
        store="employees"
        query={useQuery(employeeQueries.detail(orgId, id))}
        listPath="/employees"
        words={{ loading: t('Loading employee...'), missing: t('Employee not found'), back: t('Back to Employees'), details: t('Details') }}
        nameOf={fullName}
        mayEdit={mayChange}
        mayDelete={mayChange}
        beforeDelete={useMayBeGone()}
        factsOf={(employee) => [
          [t('Name'), fullName(employee)],
          [t('Email'), employee.email && <Email address={employee.email} />],
          [t('Phone'), employee.phoneNumber],
          [t('Access Level'), <AccessLevelBadge key="level" level={employee.accessLevel} />],
          [t('Equipment Operator'), yesNo(employee.isOperator)],
          [
            t('Application User'),
            <span key="user" className="inline-flex flex-wrap items-center gap-2">
              {yesNo(employee.isUser)}
              {joining.badge(employee)}
              <LastSeen person={employee} times={joining.times} className="text-sm text-ink2" />
            </span>,
          ],
        ]}
        belowFacts={(employee) => joining.advice(employee)}
        moreActions={joining.actions}
        dialog={(employee, close) => <EmployeeDialog employee={employee} onClose={close} />}
        deletionOf={(employee) => deletionOf(employee, employeeId)}
      >
        <EntryHistory
          title={t('Recent Job Entries')}
          query={useQuery(employeeQueries.jobEntries(orgId, id))}
          columns={HISTORY}
          addressOf={(entry) => `/job-entries?jobId=${entry.jobId}&entryId=${entry.id}`}
          empty={t('No job entries with this employee yet.')}
        />
      </RecordScreen>
      {joining.dialog}
    </>
  );
};
