import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { currentStop, type RunState } from '#shared/domain/run-state.ts';
import { lengthOf } from '#shared/domain/spans.ts';
import { readNamed } from '#client/data/local-names.ts';
import { orgKey } from '#client/data/overview-queries.ts';
import { clockText } from '#client/entities/job-entries/work-timer.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';
import { NextIcon } from '#client/ui/icons.tsx';
import { RunIcon } from '#client/ui/run-icon.ts';

/** What a run does with which machines, and where it is. */
const runNamesQuery = (orgId: number, state: RunState) => {
  const { crew } = state;
  const { customerId } = currentStop(state);
  const ids = { customers: [customerId], serviceTypes: [crew.serviceTypeId], equipment: crew.equipmentIds };
  return {
    queryKey: [...orgKey(orgId), 'active-run', 'names', ids],
    queryFn: async () => {
      const lookUp = await readNamed(ids);
      return {
        work: [lookUp('serviceTypes', crew.serviceTypeId)?.name, ...crew.equipmentIds.map((id) => lookUp('equipment', id)?.name)],
        customer: lookUp('customers', customerId)?.businessName,
      };
    },
  };
};

/** The run that goes on, with its time so far: striped while it is paused. */
export const RunCard = ({ orgId, state }: { readonly orgId: number; readonly state: RunState }) => {
  const now = useNow();
  const { data: names } = useQuery(runNamesQuery(orgId, state));
  const { runId, since, stops } = state;
  const worked = stops.flatMap(({ spans }) => spans).reduce((sum, span) => sum + lengthOf(span), 0);
  const total = worked + (since === null ? 0 : Math.max(0, now - Date.parse(since)));
  return (
    <Link
      href={`/runs/${runId}`}
      className={cx(
        'relative flex min-h-21 items-center gap-4 overflow-hidden rounded-card border-2 bg-surface py-3 pr-3.5 pl-4.5 text-ink no-underline shadow-1 hover:bg-sunk left-hand:flex-row-reverse',
        since === null
          ? "border-straw pl-6 before:absolute before:inset-y-0 before:left-0 before:w-2.5 before:swath before:content-['']"
          : 'border-act',
      )}
    >
      <RunIcon className="size-7 shrink-0 text-act" aria-hidden="true" />
      <span className="min-w-0 flex-1 leading-[1.3] wrap-anywhere">
        <b className="block text-[1.0625rem] font-[680]">{names?.work.filter(Boolean).join(', ') || t('A run')}</b>
        <small className="block text-sm text-ink2">
          {[since === null ? t('Run paused') : t('Run in progress'), names?.customer].filter(Boolean).join(' · ')}
        </small>
      </span>
      <time className="text-[1.75rem] leading-none font-[740] tracking-[-0.01em] tabular-nums">{clockText(0, total)}</time>
      <NextIcon className="size-5 shrink-0 text-ink3 left-hand:[transform:scaleX(-1)]" aria-hidden="true" />
    </Link>
  );
};
