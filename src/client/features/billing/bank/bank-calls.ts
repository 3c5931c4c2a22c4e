import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BankLineState, BankStatement, CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import { bankLinesRoutes } from '#shared/routes/bank-lines.ts';
import { bankStatementsRoutes } from '#shared/routes/bank-statements.ts';
import { receivablesRoutes } from '#shared/routes/receivables.ts';
import { call } from '#client/api/call.ts';
import { callOnline, callPage } from '#client/api/other-calls.ts';
import { billingKey } from '#client/features/billing/billing-queries.ts';

const LINES_A_PAGE = '200';

/** Payments at the bank: matched anew whenever they are read. */
export const bankLinesQuery = (orgId: number, state: BankLineState) =>
  infiniteQueryOptions({
    queryKey: [...billingKey(orgId), 'bank', state],
    queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) =>
      callPage(bankLinesRoutes.list, { params: { orgId }, query: { state, limit: LINES_A_PAGE, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

/** All bills that are not paid in full, by customer. */
export const openBillsQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...billingKey(orgId), 'bank', 'bills'],
    queryFn: ({ signal }) => call(receivablesRoutes.list, { params: { orgId }, query: {} }, signal),
    staleTime: 0,
  });

/** Whether a table is in the file, of which somebody has to say which column is what. */
const isTable = ({ name }: File): boolean => !/\.(?:xml|zip|c5[34])$/i.test(name);

const send = async (orgId: number, file: File, wishes: { readonly csv?: string; readonly trial?: 'true' }): Promise<BankStatement> =>
  callOnline(bankStatementsRoutes.read, {
    params: { orgId },
    query: { fileName: file.name.slice(0, 300), ...wishes },
    body: new Uint8Array(await file.arrayBuffer()),
  });

/** What is in a table, read like that; nothing is kept. */
export const tryTable = (orgId: number, file: File, mapping: CsvMapping): Promise<BankStatement> =>
  send(orgId, file, { csv: JSON.stringify(mapping), trial: 'true' });

/** Keeps what is in a table, read like that. */
export const keepTable = (orgId: number, file: File, mapping: CsvMapping): Promise<BankStatement> =>
  send(orgId, file, { csv: JSON.stringify(mapping) });

/** Keeps what is in a file; of a table only says how it would be read. */
export const readStatement = async (orgId: number, file: File): Promise<BankStatement> => {
  const tried = isTable(file) ? await send(orgId, file, { trial: 'true' }) : undefined;
  return tried === undefined || tried.csv === null ? send(orgId, file, {}) : tried;
};
