import type { Credential } from '#server/ports/session.ts';
import { SEES_ORGANIZATION, STAYS } from '#server/data/organization-deletion.ts';
import type { Database } from '#server/db/database.ts';

/** The number of the last change of each of these organizations. */
export const findNumbers = async (db: Database, organizationIds: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db.query<{ organizationId: number; seq: number }>({
    name: 'live-numbers',
    text: 'select organization_id as "organizationId", seq from organization_seq where organization_id = any($1::int[])',
    values: [organizationIds],
  });
  return new Map(rows.map(({ organizationId, seq }) => [organizationId, seq]));
};

/**
 * The organizations that each credential has access to, in the same order and in one statement; undefined for one that is no longer valid.
 */
export const findOrganizationsOf = async (
  db: Database,
  credentials: readonly Credential[],
  now: Date,
): Promise<(ReadonlySet<number> | undefined)[]> => {
  const keys = credentials.map((credential) => (credential.kind === 'key' ? credential : null));
  const rows = await db.query<{ place: number; organizationId: number | null }>({
    name: 'live-organizations',
    text: `select c.place::int as place, m.organization_id as "organizationId"
             from unnest($1::bytea[], $2::int[], $3::int[]) with ordinality as c (token_hash, organization_id, key_id, place)
             left join sessions s on s.token_hash = c.token_hash and s.expires_at > $4
             left join api_keys k on k.organization_id = c.organization_id and k.id = c.key_id and k.revoked_at is null
             left join employees m on m.user_id = coalesce(s.user_id, k.user_id) and m.is_user and m.deleted_at is null
                                  and m.organization_id = coalesce(k.organization_id, m.organization_id)
                                  and (k.id is null or ${STAYS}) and ${SEES_ORGANIZATION}
            where s.user_id is not null or k.user_id is not null`,
    values: [
      credentials.map((credential) => (credential.kind === 'session' ? credential.tokenHash : null)),
      keys.map((key) => key?.organizationId ?? null),
      keys.map((key) => key?.id ?? null),
      now,
    ],
  });
  const found = credentials.map((): Set<number> | undefined => undefined);
  for (const { place, organizationId } of rows) {
    const own = found[place - 1] ?? new Set<number>();
    found[place - 1] = organizationId === null ? own : own.add(organizationId);
  }
  return found;
};
