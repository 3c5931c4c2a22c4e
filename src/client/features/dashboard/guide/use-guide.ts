import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { can } from '#shared/access/capabilities.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { jobListQuery } from '#client/data/job-list.ts';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { customerQueries, employeeQueries, equipmentQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { countEntries } from '#client/data/local-entries.ts';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { type Joining, joiningOf } from '#client/entities/members/joining.ts';
import type { GuideFacts } from './guide-steps.ts';

/** How many entries there are; of a company of which this device does not have all, whether there is one. */
const entriesQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'job-entries', 'count-or-one'],
    queryFn: async ({ signal }) =>
      (await countEntries(orgId)) ?? (await call(routes.jobEntries.list, { params: { orgId }, query: { limit: '1' } }, signal)).length,
    ...ENTRY_LIST,
  });

/** The services that have a price. Only the server knows them. */
const pricedQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'billing', 'priced-services'],
    queryFn: async ({ signal }) => {
      const rates = await call(routes.rates.list, { params: { orgId } }, signal);
      return new Set(rates.map(({ serviceTypeId }) => serviceTypeId));
    },
    ...ENTRY_LIST,
  });

/** People other than the user, and how far each has come in joining. */
export const usePeople = ({ id: orgId, role, employeeId }: Organization) => {
  const { data: employees } = useQuery(employeeQueries.list(orgId));
  const { data: invitations } = useQuery({ ...invitationsQuery(orgId), enabled: can(role, 'members:manage') });
  const others = employees?.filter(({ id }) => id !== employeeId).map((person) => ({ person, joining: joiningOf(person, invitations) }));
  return { others, invitations };
};

/** What the list of first steps goes by; `isDrawn`: what this device holds has been read. */
export const useGuideFacts = (organization: Organization): { readonly facts: GuideFacts; readonly isDrawn: boolean } => {
  const { id: orgId, country } = organization;
  const { data: services } = useQuery(serviceTypeQueries.list(orgId));
  const { data: customers } = useQuery(customerQueries.list(orgId));
  const { data: machines } = useQuery(equipmentQueries.list(orgId));
  const { data: entries } = useQuery(entriesQuery(orgId));
  const { data: priced } = useQuery(pricedQuery(orgId));
  const { others, invitations } = usePeople(organization);
  const count = (wanted: Joining): number => others?.filter(({ joining }) => joining === wanted).length ?? 0;
  return {
    isDrawn: services !== undefined && customers !== undefined && machines !== undefined && others !== undefined,
    facts: {
      // A copy of the organization from before there were countries has none.
      hasCountry: (country ?? null) !== null,
      services: services?.length,
      customers: customers?.length,
      machines: machines?.length,
      others: others?.length,
      joined: count('joined'),
      invited: invitations && count('invited'),
      entries,
      unpriced: priced && services?.filter(({ id }) => !priced.has(id)).length,
    },
  };
};

/** With the first bill the list is over: the server says so with the next reading of the organization. */
export const useEndWithFirstBill = (orgId: number): void => {
  const client = useQueryClient();
  const { data: billed = [] } = useQuery(jobListQuery(orgId, 'billed'));
  const hasBilled = billed.length > 0;
  useEffect(() => {
    if (hasBilled) {
      void readOrganizationsAgain(client);
    }
  }, [hasBilled, client]);
};
