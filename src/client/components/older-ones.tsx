import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';

/** A link to the next part of a list that starts with the newest; renders nothing where there is none. */
export const OlderOnes = ({
  query,
}: {
  readonly query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}) =>
  query.hasNextPage && (
    <div className="grid justify-items-center border-t border-line p-3">
      <Button size="small" busyText={query.isFetchingNextPage && t('Loading...')} onClick={() => void query.fetchNextPage()}>
        {t('Show older')}
      </Button>
    </div>
  );
