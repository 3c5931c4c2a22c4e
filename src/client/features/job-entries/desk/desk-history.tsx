import { useQuery } from '@tanstack/react-query';
import type { AuditLog } from '#shared/domain/audit-log.ts';
import { actorName } from '#shared/domain/names.ts';
import { labelOf } from '#client/data/field-label.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { auditLogQueries } from '#client/data/queries.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { isTempId } from '#client/offline/public.ts';

const DONE = { create: 'logged it', delete: 'deleted it', restore: 'restored it', export: 'exported it' } as const;

/** What was asked or answered, if that is what was done. */
const questionWords = ({ question, askedAt, answer }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof question === 'string'
    ? t('asked: {question}', { question })
    : typeof askedAt === 'string'
      ? t('asked again')
      : question === null
        ? t('withdrew the question')
        : typeof answer === 'string'
          ? answer === ''
            ? t('corrected it')
            : t('answered: {answer}', { answer })
          : undefined;

/** What one person did to the entry: checks by their own word, changes by the fields. */
const actWords = ({ action, changes }: AuditLog): string => {
  if (action !== 'update') {
    return t(DONE[action]);
  }
  const names = Object.keys(changes.new ?? {});
  if (names.includes('checkedAt') && names.every((name) => ['checkedAt', 'checkedBy', 'question'].includes(name))) {
    return changes.new?.['checkedAt'] === null ? t('unchecked it') : t('checked it');
  }
  const said = questionWords(changes.new ?? {});
  if (said !== undefined) {
    return said;
  }
  const fields = names.filter((name) => !['checkedAt', 'checkedBy', 'season', 'customerId'].includes(name));
  return t('changed {fields}', { fields: [...new Set(fields.map(labelOf))].join(', ') });
};

/** What people did to the entry. */
export const History = ({ id }: { readonly id: number }) => {
  const { id: orgId } = useOrganization();
  const history = useQuery({ ...auditLogQueries.ofJobEntry(orgId, id), enabled: !isTempId(id) });
  return (
    <section className="desk-history" aria-label={t('History')}>
      <h3>{t('History')}</h3>
      {isTempId(id) ? (
        <p>{t('History appears once this entry has synced.')}</p>
      ) : history.isError ? (
        <p>{t('The history is not on this device. Connect to see it.')}</p>
      ) : (
        <ul>
          {history.data?.map((item) => (
            <li key={item.id}>
              <span>
                <b>{actorName(item.user)}</b> {actWords(item)}
              </span>
              <time dateTime={item.timestamp}>{formatTimestamp(item.timestamp)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
