import { queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import type { SeasonRepeats } from '#shared/domain/season-repeat.ts';
import { call } from '#client/api/call.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { isUnreachable } from '#client/data/local-rows.ts';
import { deviceTime, findAnswer, findMoneyCopy, keepAnswer, keepMoneyCopy } from '#client/offline/public.ts';
import type { RepeatView } from './repeat-address.ts';

type Asked = Omit<RepeatView, 'tab'>;

/** What the server answered, and when. */
interface Answered {
  readonly at: number;
  readonly answer: SeasonRepeats;
}
interface Kept extends Answered {
  readonly asked: Asked;
}

/** The last answer on this device. There is only one: it may be long. */
const COPY = 'season-repeats';

const hasMoney = ({ works }: SeasonRepeats): boolean => works.some(({ revenueCents }) => revenueCents !== null);

const keep = (orgId: number, kept: Kept): Promise<void> =>
  (hasMoney(kept.answer) ? keepMoneyCopy : keepAnswer)(theEngine(), orgId, COPY, kept)
    // A full device keeps no copy, but what was asked for is shown all the same.
    .catch(() => undefined);

const findKept = async (orgId: number, asked: Asked): Promise<Kept | undefined> => {
  const copies = [(await findMoneyCopy(theEngine(), orgId, COPY))?.answer, await findAnswer(theEngine(), orgId, COPY)] as (
    | Kept
    | undefined
  )[];
  return copies.find((copy) => JSON.stringify(copy?.asked) === JSON.stringify(asked));
};

/** Beside the organization's own keys, all of which are asked again with each change that arrives: a season is added up for this. */
export const repeatsKey = (orgId: number) => ['season-repeats', orgId] as const;

/** The work of the earlier season; while the server cannot be reached, as it was when this device asked last. */
export const repeatsQuery = (orgId: number, { season, of, serviceTypeId }: Asked) => {
  const asked = { season, of, serviceTypeId };
  return queryOptions({
    queryKey: [...repeatsKey(orgId), asked],
    queryFn: async ({ signal }): Promise<Answered & { readonly isCopy: boolean }> => {
      const query = { season, of, ...(serviceTypeId === null ? {} : { serviceTypeId: String(serviceTypeId) }) };
      try {
        const answered = {
          at: deviceTime(theEngine()),
          answer: await call(routes.seasonRepeats.list, { params: { orgId }, query }, signal),
        };
        await keep(orgId, { ...answered, asked });
        return { ...answered, isCopy: false };
      } catch (error) {
        const kept = isUnreachable(error) ? await findKept(orgId, asked) : undefined;
        if (!kept) {
          throw error;
        }
        return { at: kept.at, answer: kept.answer, isCopy: true };
      }
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
};
