import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Context } from '#server/context.ts';

interface Author {
  readonly isMember: boolean;
  /** Whether a program logged the entry, with a key of its own. */
  readonly isProgram: boolean;
}

/** Whether whoever logged the entry can be asked about it. */
export const authorOf = async ({ db, orgId }: Context, { id, createdBy }: Pick<JobEntry, 'id' | 'createdBy'>): Promise<Author> => {
  const [row] = await db.query<Author>({
    name: 'author-of-entry',
    text: `select exists (select from employees e
                           where e.organization_id = $1 and e.user_id = $2 and e.is_user and e.deleted_at is null) as "isMember",
                  exists (select from audit_logs a
                           where a.organization_id = $1 and a.entity_type = 'job_entry' and a.entity_id = $3 and a.action = 'create'
                             and a.api_key_id is not null) as "isProgram"`,
    values: [orgId, createdBy, id],
  });
  return row ?? { isMember: false, isProgram: false };
};
