import { isSort, type PlanNode, rowsRead } from './explain.ts';

/** Tables that grow with the years or with the number of customers of ours: nobody reads one of them whole to answer a request. */
const BIG = new Set([
  'audit_logs',
  'bill_standings',
  'billed_jobs',
  'billing_events',
  'billing_records',
  'billing_shares',
  'changes',
  'customers',
  'employees',
  'entry_hints',
  'incomplete_entries',
  'job_entries',
  'jobs',
  'security_events',
  'sessions',
  'sync_ops',
  'users',
]);

/** More rows than that are never sorted, nor read of one table, for a page of fifty. */
export const SOME = 300;

/** A statement is planned for all values, or for those that it is sent with. */
export const MODES = ['force_generic_plan', 'auto'] as const;

/** The table that a step reads. A scan that only collects where rows are names its index alone, which is named after the table. */
const tableOf = (step: PlanNode): string =>
  step['Relation Name'] ?? [...BIG].find((table) => step['Index Name']?.startsWith(`${table}_`)) ?? '';

/**
 * What is wrong with the steps of a plan; `most` rows may be read of one table, and an index may find `places` without reading them: one
 * over lists (GIN) always finds all.
 */
export const faultsOf = (steps: readonly PlanNode[], most: number, places = most): string[] =>
  steps.flatMap((step) => {
    const table = tableOf(step);
    const read = rowsRead(step);
    // What was planned for another case and never begun reads nothing.
    const isWhole = step['Node Type'] === 'Seq Scan' && BIG.has(table) && step['Actual Loops'] !== 0;
    const isTooMuch = read > (step['Node Type'] === 'Bitmap Index Scan' ? places : most) && (BIG.has(table) || isSort(step));
    return isWhole || isTooMuch ? [`${step['Node Type']} ${table} ${step['Index Name'] ?? ''} read ${read}`] : [];
  });
