import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { ImportPatch, ImportRecord, RowFate, TakenBack } from '#shared/domain/import.ts';
import { importsRoutes } from '#shared/routes/imports.ts';
import { call } from '#client/api/call.ts';
import { callOnline, callPage } from '#client/api/other-calls.ts';
import { orgKey } from '#client/data/overview-queries.ts';

const ROWS_A_PAGE = 200;

const keyOf = (orgId: number, ...more: readonly unknown[]) => [...orgKey(orgId), 'imports', ...more];

export const importQuery = (orgId: number, id: number) =>
  queryOptions({ queryKey: keyOf(orgId, id), queryFn: () => call(importsRoutes.get, { params: { orgId, id } }) });

export const latestImportsQuery = (orgId: number) =>
  queryOptions({
    queryKey: keyOf(orgId, 'latest'),
    queryFn: () => call(importsRoutes.list, { params: { orgId }, query: { limit: '20' } }),
  });

/** Rows of an import as its options read them; `stand` changes with everything that makes them others. */
export const importRowsQuery = (orgId: number, { id, options, written, state }: ImportRecord, fate: RowFate | undefined) =>
  infiniteQueryOptions({
    queryKey: keyOf(orgId, id, 'rows', fate, options, written, state),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        importsRoutes.rows,
        {
          params: { orgId, id },
          query: { limit: String(ROWS_A_PAGE), ...(fate ? { fate } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        },
        signal,
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  });

export const readFile = async (orgId: number, kind: ImportKind, file: File, isAgain: boolean): Promise<ImportRecord> =>
  callOnline(importsRoutes.read, {
    params: { orgId },
    query: { kind, fileName: file.name.slice(0, 300), ...(isAgain ? { again: 'true' } : {}) },
    body: new Uint8Array(await file.arrayBuffer()),
  });

export const readAgain = (orgId: number, id: number, patch: ImportPatch): Promise<ImportRecord> =>
  callOnline(importsRoutes.readAgain, { params: { orgId, id }, body: patch });

export const runImport = (orgId: number, id: number): Promise<ImportRecord> => callOnline(importsRoutes.run, { params: { orgId, id } });

export const undoImport = (orgId: number, id: number): Promise<TakenBack> => callOnline(importsRoutes.undo, { params: { orgId, id } });
