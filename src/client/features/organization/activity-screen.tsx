import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actorName, AUDITED } from '#shared/domain/audit-log.ts';
import { ActivityList, ENTITY_WORD } from '#client/components/activity-list.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { auditLogQueries } from '#client/data/queries.ts';
import { holdsText } from '#client/lib/holds-text.ts';
import { Card, PageHead } from '#client/ui/card.tsx';
import { Select } from '#client/ui/field.tsx';
import { MoreRows } from '#client/ui/more-rows.tsx';
import { Empty } from '#client/ui/states.tsx';
import { SearchInput } from '#client/ui/table.tsx';

const NEWEST = 200;

/** `/organization/activity` (decisions §7): who changed what, the newest first. */
export const ActivityScreen = () => {
  const { id: orgId } = useOrganization();
  const [kind, setKind] = useState('');
  const [search, setSearch] = useState('');
  const query = useQuery(auditLogQueries.newest(orgId, NEWEST));
  return (
    <>
      <BackLink to="/organization">Back to Organization Settings</BackLink>
      <PageHead title="Activity" />
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchInput placeholder="Search activity..." value={search} onChange={setSearch} />
        <span className="min-w-52 flex-1 sm:flex-none">
          <Select aria-label="Kind of record" placeholder="All records" value={kind} onChange={(event) => setKind(event.target.value)}>
            {AUDITED.map((entity) => (
              <option key={entity} value={entity}>
                {`${ENTITY_WORD[entity].charAt(0).toUpperCase()}${ENTITY_WORD[entity].slice(1)}`}
              </option>
            ))}
          </Select>
        </span>
      </div>
      <Card>
        <QueryView query={query} loading="Loading activity...">
          {(items) => {
            const shown = items.filter(
              (item) =>
                (kind === '' || item.entityType === kind) &&
                holdsText([[actorName(item.user), ENTITY_WORD[item.entityType], item.subject].join(' ')], search),
            );
            if (shown.length === 0) {
              return <Empty title={items.length === 0 ? 'No recent activity to display.' : 'No activity matches your search.'} />;
            }
            return (
              // A new search begins at its first rows.
              <MoreRows key={`${kind} ${search}`} rows={shown}>
                {(rows) => <ActivityList items={rows} />}
              </MoreRows>
            );
          }}
        </QueryView>
      </Card>
      {query.data?.length === NEWEST && <p className="mt-3 text-sm text-ink3">These are the newest {NEWEST} changes.</p>}
    </>
  );
};
