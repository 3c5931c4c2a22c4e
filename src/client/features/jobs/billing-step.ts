import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { Job } from '#shared/domain/job.ts';
import { call } from '#client/api/call.ts';
import { askingToIssue } from '#client/entities/billing-records/issue-state.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { isUnreachable } from '#client/data/local-rows.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { findMoneyCopy } from '#client/offline/public.ts';

/** Whether this device has a copy of the rates that is not empty. */
const hasRates = async (orgId: number): Promise<boolean> => {
  const rates = (await findMoneyCopy(theEngine(), orgId, 'rates'))?.answer;
  return Array.isArray(rates) && rates.length > 0;
};

/**
 * Whether a job is marked as billed in one step (specification 10.5): if no amount results. Otherwise a numbered bill would be issued,
 * which asks first: then this leads to the question, or says that it needs a connection.
 */
export const useBillingStep = (): ((job: Job) => Promise<'one-step' | 'asked' | 'offline'>) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const [, navigate] = useLocation();
  return useCallback(
    async ({ id }) => {
      try {
        const { bill } = await call(routes.billDrafts.ofJob, { params: { id } });
        if (bill.lines.length === 0) {
          return 'one-step';
        }
        navigate(`/organization/billing/jobs/${id}`, { state: askingToIssue() });
        return 'asked';
      } catch (error) {
        // An organization without any rates, as far as this device knows, bills quantities: offline too.
        if (!isUnreachable(error) || !(await hasRates(orgId))) {
          return 'one-step';
        }
        notices.problem(t('Issuing a bill needs a connection: its number comes from the server.'));
        return 'offline';
      }
    },
    [orgId, notices, navigate],
  );
};
