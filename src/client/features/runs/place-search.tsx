import type { Place } from '#shared/domain/run-state.ts';
import type { RunLists } from '#client/features/runs/use-run-lists.ts';
import { quickChoices } from '#client/lib/quick-choices.ts';
import { t } from '#client/lib/texts.ts';
import { ChoiceSearch } from '#client/ui/choice-search.tsx';

interface PlaceSearchProps {
  readonly lists: Pick<RunLists, 'customers'>;
  readonly recent: readonly Place[];
  readonly chosen: readonly number[];
  readonly onPick: (customerId: number) => void;
  readonly onClose: () => void;
}

/** All customers, those that were lately worked for first. */
export const PlaceSearch = ({ lists, recent, chosen, onPick, onClose }: PlaceSearchProps) => {
  const choices = lists.customers.map(({ id, businessName }) => ({ id, name: businessName }));
  const quick = quickChoices(
    choices,
    recent.map(({ customerId }) => customerId),
  );
  return <ChoiceSearch title={t('Choose a customer')} choices={choices} quick={quick} value={chosen} onPick={onPick} onClose={onClose} />;
};
