import { queryOptions, useQuery } from '@tanstack/react-query';
import { isAsked } from '#shared/domain/asked.ts';
import { isAnsweredBy } from '#shared/domain/answered-by.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { type Entry, readNamed, withNames } from '#client/data/local-names.ts';
import { asRecords } from '#client/data/local-rows.ts';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { useUser } from '#client/data/user-context.tsx';
import { entriesAsked } from '#client/offline/public.ts';

/** A waiting correction answers by itself once it is sent. */
const isOpenHere = (entry: Entry, sent: Entry): boolean =>
  isAsked(entry) && !(entry.sync === 'waiting' && isAnsweredBy(sent, { ...entry, answer: undefined }));

/** Entries of a billed job stay as they are, whatever was asked before. */
const readOwnQuestions = async (orgId: number, userId: number): Promise<Entry[]> => {
  const all = await entriesAsked(theEngine(), orgId);
  const sent = asRecords<'jobEntries'>(all.map((each) => each.sent));
  const shown = asRecords<'jobEntries'>(all.map((each) => each.shown));
  const open = shown.filter((entry, index) => entry.createdBy === userId && isOpenHere(entry, sent[index] ?? entry));
  const lookUp = await readNamed({ jobs: open.map(({ jobId }) => jobId) });
  return withNames(open.filter(({ jobId }) => lookUp('jobs', jobId)?.status !== 'billed'));
};

/** The person's entries of an organization about which the office waits for an answer. */
export const ownQuestionsQuery = (orgId: number, userId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'job-entries', 'own-questions', userId],
    queryFn: () => readOwnQuestions(orgId, userId),
    ...ENTRY_LIST,
  });

/** The user's own entries about which the office waits for an answer, the first asked first: from this device, so offline as well. */
export const useOwnQuestions = (orgId: number): readonly Entry[] => {
  const { id: userId } = useUser();
  return useQuery(ownQuestionsQuery(orgId, userId)).data ?? [];
};
