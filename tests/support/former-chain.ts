import { query } from '#tests/backup/tables-field.ts';

/** The last of the 33 migrations from before the first release. */
export const FORMER_WHOLE = { count: 33, last: 'b4c5e4b9d2fad1aca54f30c96e74331c772ffb965938f39512d1dc6bd6d17075' };
/** The 20th of them. */
export const FORMER_HALF = { count: 20, last: '7e13968d'.padEnd(64, '0') };

// The first and the last of them are known by the moment at which they were made.
/** Gives the database the history of this many migrations of the former chain, whose tables a new one has. */
export const becomeFormer = async (url: string, { count, last }: typeof FORMER_WHOLE): Promise<void> => {
  await query(url, 'delete from drizzle.__drizzle_migrations');
  await query(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select case place when ${count} then '${last}' else 'x' end,
            case place when 33 then 1795421829527 else 1795258741418 + place - 1 end
       from generate_series(1, ${count}) as place`,
  );
};
