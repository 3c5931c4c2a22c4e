import type { Database } from '#server/db/database.ts';

/** What the database stores about the time (decision 0044); moments in milliseconds since 1970. */
export interface KeptTime {
  readonly trustedAt: number;
  readonly doubt: { readonly at: number; readonly evenMs: number } | null;
}

interface Row {
  readonly trustedAt: string | null;
  readonly doubtedAt: string | null;
  readonly evenSeconds: number | null;
  readonly newest: string | null;
}

/** What was stored; for a database of an earlier version, when someone was here last. Undefined: nothing is known. */
export const readKeptTime = async (db: Database): Promise<KeptTime | undefined> => {
  const [row] = await db.query<Row>({
    text: `select clock_trusted_at as "trustedAt", clock_doubted_at as "doubtedAt", clock_even_seconds as "evenSeconds",
                  (select max(last_seen_at) from sessions) as newest
             from installation`,
    values: [],
  });
  const trusted = row?.trustedAt ?? row?.newest;
  if (row === undefined || trusted === null || trusted === undefined) {
    return undefined;
  }
  const doubt = row.doubtedAt === null ? null : { at: Date.parse(row.doubtedAt), evenMs: (row.evenSeconds ?? 0) * 1000 };
  return { trustedAt: Date.parse(trusted), doubt };
};

/** Stores it for the next start. */
export const keepTime = async (db: Database, { trustedAt, doubt }: KeptTime): Promise<void> => {
  await db.query({
    text: 'update installation set clock_trusted_at = $1, clock_doubted_at = $2, clock_even_seconds = $3',
    values: [new Date(trustedAt), doubt && new Date(doubt.at), doubt && Math.floor(doubt.evenMs / 1000)],
  });
};

/**
 * Now, or the last known moment if the clock is behind it: what begins now and expires must not expire at once when the clock is corrected.
 */
export const notBeforeKnown = async (db: Database, now: Date): Promise<Date> => {
  const [row] = await db.query<{ at: string | null }>({ text: 'select clock_trusted_at as at from installation', values: [] });
  return new Date(Math.max(now.getTime(), row?.at ? Date.parse(row.at) : 0));
};
