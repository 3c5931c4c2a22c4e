import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { BackLink } from '#client/components/links.tsx';

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>;
  readonly loading: string;
  /** As high as what comes, where something stands below. */
  readonly loadingRows?: number;
  readonly children: (data: T) => ReactNode;
  /** What is said instead where the record is not there, or is another organization's. */
  readonly missing?: { readonly title: string; readonly text?: string; readonly backTo: string; readonly backLabel: string };
}

/** What was read, or what stands in its place: loading, failed with a way to try again, or not there. */
export const QueryView = <T,>({ query, loading, loadingRows, children, missing }: QueryViewProps<T>) => {
  const isMissing = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400);
  // What was deleted meanwhile is not shown any more, though it was read before.
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
