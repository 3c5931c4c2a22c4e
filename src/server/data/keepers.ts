import { CAPABILITIES } from '#shared/access/capabilities.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { Database } from '#server/db/database.ts';

/** Somebody who may change the organization itself: its owner or an admin. */
export interface Keeper {
  readonly email: string;
  readonly language: LanguageId | null;
}

const KEEPERS = CAPABILITIES['organization:write'];

/** Everyone who may change the organization and can sign in, in the order in which they came. */
export const listKeepers = (db: Database, orgId: number): Promise<Keeper[]> =>
  db.query<Keeper>({
    name: 'keepers-of-organization',
    text: `select u.email, u.language from employees e join users u on u.id = e.user_id
            where e.organization_id = $1 and e.is_user and e.deleted_at is null and e.access_level = any($2)
            order by e.id`,
    values: [orgId, KEEPERS],
  });
