import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '#client/data/organization-context.tsx';
import { detailOf, employeeQueries } from '#client/data/queries.ts';
import { formatDay } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { pickClass } from '#client/ui/pickers.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';

interface RunChipProps {
  readonly runId: number;
  readonly onRemove: () => void;
}

/** The run that a list of entries is narrowed to; a press shows all entries again. */
export const RunChip = ({ runId, onRemove }: RunChipProps) => {
  const { id: orgId } = useOrganization();
  const { data: run } = useQuery(detailOf('runs')(orgId, runId));
  const { data: employees = [] } = useQuery(employeeQueries.list(orgId));
  const names = employees.filter(({ id }) => run?.operatorIds.includes(id)).map(({ firstName }) => firstName);
  const words = [run ? t('Run of {date}', { date: formatDay(run.date) }) : t('Run'), ...names].join(', ');
  return (
    <button type="button" className={pickClass(true)} aria-label={t('Remove {name}', { name: words })} onClick={onRemove}>
      {words}
      <CloseIcon className="size-5" aria-hidden="true" />
    </button>
  );
};
