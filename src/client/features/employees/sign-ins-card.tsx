import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type Contract, routes } from '#shared/routes.ts';
import type { MemberSignIn } from '#shared/domain/security-event.ts';
import { callPage } from '#client/api/other-calls.ts';
import { OlderOnes } from '#client/components/older-ones.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { isSuspicious, signInDevice, signInWords } from '#client/entities/accounts/sign-in-event.tsx';
import { orgKey } from '#client/data/overview-queries.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { DataTable } from '#client/ui/table.tsx';

const PAGE = '10';

/** Members' sign-ins, one page at a time. */
export const signInsQuery = (orgId: number) =>
  infiniteQueryOptions({
    queryKey: [...orgKey(orgId), 'sign-ins'],
    queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) =>
      callPage(routes.employees.signIns, { params: { orgId }, query: { limit: PAGE, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

const nameOf = ({ firstName, lastName }: MemberSignIn): string => `${firstName} ${lastName}`.trim();

const What = ({ event }: { readonly event: MemberSignIn }) =>
  isSuspicious(event) ? (
    <Badge tone="straw" icon={AttentionIcon}>
      {signInWords(event)}
    </Badge>
  ) : (
    signInWords(event)
  );

/** Members' sign-ins since they joined: for the owner, who is responsible for the data (decision 0041). */
export const SignInsCard = ({
  query,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<Awaited<ReturnType<typeof callPage<Contract['employees']['signIns']>>>>>;
}) => {
  return (
    <Card>
      <CardHead title={t('Sign-ins of members')} />
      <p className="border-b border-line px-4.5 py-3 text-sm text-ink2">
        {t('Only you can see this, for the last six months. Activity shows who changed access levels, invitations and keys.')}
      </p>
      <QueryView query={query} loading={t('Loading sign-ins...')}>
        {({ pages }) => {
          const events = pages.flatMap(({ items }) => items);
          return events.length === 0 ? (
            <p className="p-4.5 text-ink2">{t('Nobody has signed in yet. Sign-ins are kept for six months.')}</p>
          ) : (
            <>
              <DataTable
                label={t('Sign-ins of members')}
                rows={events}
                keyOf={({ id }) => id}
                columnsFrom="lg"
                columns={[
                  { head: t('Name'), cell: (event) => <span className="font-[680] wrap-anywhere">{nameOf(event)}</span> },
                  { head: t('What'), cell: (event) => <What event={event} /> },
                  { head: t('Device'), cell: (event) => signInDevice(event) },
                  { head: t('When'), cell: ({ at }) => formatTimestamp(at) },
                ]}
                card={(event) => ({
                  title: nameOf(event),
                  meta: (
                    <>
                      <What event={event} />
                      <span className="w-full">
                        {t('{device}, {when}', { device: signInDevice(event), when: formatTimestamp(event.at) })}
                      </span>
                    </>
                  ),
                })}
              />
              <OlderOnes query={query} />
            </>
          );
        }}
      </QueryView>
    </Card>
  );
};
