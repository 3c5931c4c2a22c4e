import { useQuery } from '@tanstack/react-query';
import type { Employee, Member } from '#shared/domain/employee.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { memberTimesQuery } from '#client/features/employees/member-queries.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';

const HOUR_MS = 3_600_000;

/** When somebody was last seen, to the hour, as the server keeps it. */
export const lastSeenWords = (iso: string, now: number): string => {
  const isToday = new Date(iso).toDateString() === new Date(now).toDateString();
  return now - Date.parse(iso) < HOUR_MS ? t('Within the hour') : isToday ? t('Today') : formatDayOf(iso);
};

/** By employee; null: not for this user, or could not be read; undefined: loading. */
export type Times = ReadonlyMap<number, Pick<Member, 'joinedAt' | 'lastSeenAt'>> | null | undefined;

/** When each joined and was last seen, and whether the user may know. */
export const useTimes = (): { readonly seesWhen: boolean; readonly times: Times } => {
  const { id: orgId } = useOrganization();
  const seesWhen = useCan('devices:readOfOthers');
  const { data, isError } = useQuery({ ...memberTimesQuery(orgId), enabled: seesWhen });
  return { seesWhen, times: !seesWhen || isError ? null : data };
};

interface SeenProps {
  readonly person: Pick<Employee, 'id' | 'userId'>;
  readonly times: Times;
}

/** Null: nothing to say, or not to this user. */
const useSeenWords = ({ person: { id, userId }, times }: SeenProps): string | null => {
  const now = useNow();
  if (times === null || userId === null) {
    return null;
  }
  const lastSeenAt = times?.get(id)?.lastSeenAt;
  // A placeholder while loading, so that nothing moves when it arrives.
  return times === undefined ? '…' : lastSeenAt ? lastSeenWords(lastSeenAt, now) : t('Unknown');
};

/** The cell of a table. The clock ticks in here and below, so that no list is drawn again for it. */
export const SeenCell = (props: SeenProps) => <span className="inline-block min-w-30">{useSeenWords(props)}</span>;

/** The same in a sentence on a line of its own: next to others it would wrap to a second one once it is known. */
export const LastSeen = ({ className = '', ...props }: SeenProps & { readonly className?: string }) => {
  const when = useSeenWords(props);
  return when !== null && <span className={`w-full ${className}`}>{t('Last seen: {when}', { when })}</span>;
};
