import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { BackLink } from '#client/components/links.tsx';

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>;
  readonly loading: string;
  /** How many placeholder rows to show, so that content below does not move. */
  readonly loadingRows?: number;
  readonly children: (data: T) => ReactNode;
  /** Shown instead where the record does not exist, or belongs to another organization. */
  readonly missing?: { readonly title: string; readonly text?: string; readonly backTo: string; readonly backLabel: string };
}

/** The query's data, or a state in its place: loading, failed with a retry, or missing. */
export const QueryView = <T,>({ query, loading, loadingRows, children, missing }: QueryViewProps<T>) => {
  const isMissing = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400);
  // A record that was deleted in the meantime is no longer shown, though it was read before.
  if (isMissing && missing) {
    return (
      <Empty title={missing.title} {...(missing.text === undefined ? {} : { text: missing.text })}>
        <BackLink to={missing.backTo}>{missing.backLabel}</BackLink>
      </Empty>
    );
  }
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (!query.isError) {
    return <Loading text={loading} {...(loadingRows === undefined ? {} : { rows: loadingRows })} />;
  }
  return <Failed text={messageOf(query.error)} onRetry={() => void query.refetch()} />;
};
