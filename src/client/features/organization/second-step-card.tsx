import { queryOptions, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { ACCESS_LEVEL_LABEL } from '#shared/access/roles.ts';
import type { OrganizationStep } from '#shared/domain/second-step.ts';
import { fullName } from '#shared/domain/names.ts';
import { call } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { orgKey } from '#client/data/overview-queries.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { DoneIcon, IdleIcon } from '#client/ui/icons.tsx';

/** Only the server knows who has one. */
export const secondStepQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'second-step'],
    queryFn: ({ signal }) => call(routes.secondSteps.ofOrganization, { params: { orgId } }, signal),
  });

interface SecondStepProps {
  readonly orgId: number;
  readonly query: UseQueryResult<OrganizationStep>;
}

/** For the owner: whether owner and admins need a second step, and which of them have one. */
export const SecondStepCard = ({ orgId, query }: SecondStepProps) => {
  const client = useQueryClient();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const { queryKey } = secondStepQuery(orgId);
  const change = async (isRequired: boolean) => {
    setBusy(true);
    try {
      client.setQueryData(queryKey, await callOnline(routes.secondSteps.require, { params: { orgId }, body: { isRequired } }));
      notices.success(
        isRequired ? t('A second step is required from now on') : t('A second step is no longer required'),
        isRequired ? t('The owner and admins without one set it up the next time they sign in.') : undefined,
      );
    } catch (error) {
      notices.failure(t('Failed to change the second step'), error);
    }
    setBusy(false);
  };
  return (
    <Card>
      <CardHead title={t('Second step for owner and admins')} />
      <QueryView query={query} loading={t('Loading members...')} loadingRows={2}>
        {({ isRequired, members }) => (
          <>
            <p className="max-w-[65ch] p-4.5 pb-0 text-ink2">
              {t('The owner and admins then sign in with an app code or a passkey, not with a password alone.')}
            </p>
            <ul className="divide-y divide-line py-1.5">
              {members.map((member) => (
                <li key={member.employeeId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4.5 py-2.5">
                  <span className="min-w-40 flex-1">
                    {fullName(member)} <span className="text-sm text-ink3">{t(ACCESS_LEVEL_LABEL[member.role])}</span>
                  </span>
                  {member.hasSecondStep ? (
                    <Badge tone="field" icon={DoneIcon}>
                      {t('Has one')}
                    </Badge>
                  ) : (
                    <Badge tone="straw" icon={IdleIcon}>
                      {t('None yet')}
                    </Badge>
                  )}
                </li>
              ))}
            </ul>
            <div className="p-4.5 pt-0">
              <Button
                {...(isRequired ? {} : { variant: 'primary' as const })}
                busyText={isBusy && t('Saving...')}
                className="max-sm:w-full"
                onClick={() => void change(!isRequired)}
              >
                {isRequired ? t('Stop requiring it') : t('Require a second step')}
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </Card>
  );
};
