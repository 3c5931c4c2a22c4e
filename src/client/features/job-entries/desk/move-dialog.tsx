import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { plural } from '#client/lib/texts.ts';
import { ChoiceSearch } from '#client/ui/choice-search.tsx';
import type { DeskRow } from './desk-rows.ts';

interface MoveDialogProps {
  readonly rows: readonly DeskRow[];
  readonly onMove: (jobId: number) => void;
  readonly onClose: () => void;
}

/** The open jobs: those of the same customers first. A press moves. */
export const MoveDialog = ({ rows, onMove, onClose }: MoveDialogProps) => {
  const { id: orgId } = useOrganization();
  const { data: jobs = [] } = useQuery(jobQueries.list(orgId, 'open'));
  const customers = new Set(rows.map(({ entry }) => entry.customerId));
  const current = new Set(rows.map(({ entry }) => entry.jobId));
  const open = jobs.filter(({ id, isPlaceholder }) => !isPlaceholder && !(current.size === 1 && current.has(id)));
  const choices = open.map(({ id, name, customerName }) => ({ id, name: `${name}, ${customerName}` }));
  const near = new Set(open.filter(({ customerId }) => customers.has(customerId)).map(({ id }) => id));
  return (
    <ChoiceSearch
      title={plural(rows.length, 'Move {count} entry to', 'Move {count} entries to')}
      choices={choices}
      quick={choices.filter(({ id }) => near.has(id))}
      value={[]}
      onPick={onMove}
      onClose={onClose}
    />
  );
};
