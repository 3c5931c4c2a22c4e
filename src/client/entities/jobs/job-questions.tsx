import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { formatDates } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { QuestionIcon } from '#client/ui/icons.tsx';

const PutOnJobDialog = lazy(async () => ({ default: (await import('#client/entities/job-entries/put-on-job-dialog.tsx')).PutOnJobDialog }));

/** Entries of a customer that still need a job from the office. */
interface JobQuestion {
  readonly job: Job;
  readonly entries: readonly JobEntry[];
}

/** What was done, when and by whom: enough to remember which job it was. */
const detailOf = ({ entries }: JobQuestion): string => {
  const dates = entries.map(({ date }) => date).sort();
  const [first, last] = [dates.at(0), dates.at(-1)];
  const services = [...new Set(entries.map(({ serviceTypeName }) => serviceTypeName))];
  const people = [...new Set(entries.flatMap(({ operatorNames }) => operatorNames))];
  return [first && last ? formatDates(first, last) : '', ...services, ...people].filter(Boolean).join(' · ');
};

const Question = ({ question, onAsk }: { readonly question: JobQuestion; readonly onAsk: (question: JobQuestion) => void }) => {
  const { job, entries } = question;
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-line px-4.5 py-3.5 not-first:border-t">
      <QuestionIcon className="size-6 shrink-0 text-straw-fg" aria-hidden="true" />
      <div className="min-w-48 flex-1 wrap-anywhere">
        <p className="font-[680]">{job.customerName}</p>
        <p>{plural(entries.length, '{count} entry needs a job', '{count} entries need a job')}</p>
        <p className="text-sm text-ink2">{detailOf(question)}</p>
      </div>
      <Button onClick={() => onAsk(question)} className="max-sm:w-full">
        {t('Which job was this?')}
      </Button>
    </li>
  );
};

interface JobQuestionsProps {
  /** Only the question about this 'No job yet'. */
  readonly jobId?: number;
}

/**
 * What drivers logged without a job, for users who may create jobs: each customer with an action to assign a job (specification 5.40).
 * Renders nothing where there is no such entry.
 */
export const JobQuestions = ({ jobId }: JobQuestionsProps) => {
  const { id: orgId } = useOrganization();
  const mayAnswer = useCan('jobs:write');
  const { data: open = [] } = useQuery({ ...jobQueries.list(orgId, 'open'), enabled: mayAnswer });
  // The oldest first.
  const jobs = open.filter(({ id, isPlaceholder }) => isPlaceholder && (jobId === undefined || id === jobId)).reverse();
  const entries = useQueries({ queries: jobs.map(({ id }) => jobQueries.entries(orgId, id)) });
  const [asked, setAsked] = useState<JobQuestion | null>(null);
  const questions = jobs
    .map((job, index): JobQuestion => ({ job, entries: entries[index]?.data ?? [] }))
    .filter((question) => question.entries.length > 0);
  return (
    <>
      {questions.length > 0 && (
        <Card className="mb-3 border-straw">
          <ul aria-label={t('Entries without a job')}>
            {questions.map((question) => (
              <Question key={question.job.id} question={question} onAsk={setAsked} />
            ))}
          </ul>
        </Card>
      )}
      {asked && (
        <Suspense>
          <PutOnJobDialog entries={asked.entries} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
};
