import type { OpenDatabase } from '#server/db/database.ts';
import type { Sent } from './sent-statements.ts';

/** A step of a plan, with what it read when it was run. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Plan Rows': number;
  /** Of one loop. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const inside = (value: unknown): string =>
  value === null
    ? 'null'
    : `"${textOf(value)
        .replaceAll('\\', String.raw`\\`)
        .replaceAll('"', String.raw`\"`)}"`;

const literal = (value: unknown): string => {
  if (value === null || value === undefined) {
    return 'null';
  }
  const text = Array.isArray(value)
    ? `{${value.map(inside).join(',')}}`
    : value instanceof Buffer
      ? `\\x${value.toString('hex')}`
      : value instanceof Date
        ? value.toISOString()
        : textOf(value);
  return `'${text.replaceAll("'", "''")}'`;
};

/** The plan of a statement as the program sends it, planned once for all values or for these, and run once. Its writes are rolled back. */
export const explain = async (db: OpenDatabase, sent: Sent, mode: 'force_generic_plan' | 'auto'): Promise<PlanNode> => {
  const taken = new Error('taken back');
  let plan: PlanNode | undefined;
  try {
    await db.transaction(async (inner) => {
      const run = <Row extends object>(text: string) => inner.query<Row>({ text, values: [] });
      await run(`set local plan_cache_mode = ${mode}`);
      // As the program's own database is set, whichever server the tests run on.
      await run('set local random_page_cost = 1.1');
      await run('set local jit = off');
      await run(`prepare looked_at as ${sent.text}`);
      const values = sent.values.length === 0 ? '' : `(${sent.values.map(literal).join(', ')})`;
      const [row] = await run<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) execute looked_at${values}`,
      );
      await run('deallocate looked_at');
      plan = row?.['QUERY PLAN'][0]?.Plan;
      throw taken;
    });
  } catch (error) {
    if (error !== taken) {
      throw error;
    }
  }
  if (!plan) {
    throw new Error(`No plan of ${sent.text}`);
  }
  return plan;
};

/** Every step of a plan. */
export const stepsOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(stepsOf)];

export const isScan = (node: PlanNode): boolean => node['Relation Name'] !== undefined;

export const isSort = (node: PlanNode): boolean => node['Node Type'].endsWith('Sort');

/** Rows that the step looked at: of a sort those that went into it. */
export const rowsRead = (node: PlanNode): number => {
  const [below] = node.Plans ?? [];
  if (isSort(node) && below) {
    return (below['Actual Rows'] ?? 0) * (below['Actual Loops'] ?? 1);
  }
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 1);
};
