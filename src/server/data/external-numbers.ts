import { refusalMessage } from '#shared/lib/errors.ts';
import type { Actor } from '#server/data/org-table.ts';
import { unlessTaken } from '#server/data/unique.ts';

const TAKEN = { customers: 'customerNumberTaken', employees: 'employeeNumberTaken' } as const;

/** The company's own numbers of the records of a table. No two that are there have the same. */
export const externalNumbers = (table: keyof typeof TAKEN) => {
  /** The result of a write that may store the number, or a conflict (409) if another record has it. */
  const unlessNumberTaken = <T>(number: string | null | undefined, write: Promise<T>): Promise<T> =>
    unlessTaken(
      { constraint: `${table}_number_unique`, path: 'externalNumber', message: refusalMessage(TAKEN[table], { number: number ?? '' }) },
      write,
    );
  return {
    unlessNumberTaken,
    /** The same for a deleted record that comes back with the number it had. */
    restoreUnlessNumberTaken: async <T>({ db, orgId }: Actor, id: number, restore: () => Promise<T>): Promise<T> => {
      const [row] = await db.query<{ number: string | null }>({
        text: `select external_number as number from ${table} where organization_id = $1 and id = $2`,
        values: [orgId, id],
      });
      return unlessNumberTaken(row?.number, restore());
    },
  };
};
