import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isAsked } from '#shared/domain/asked.ts';
import type { Entry } from '#client/data/local-names.ts';
import { useUser } from '#client/data/user-context.tsx';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { AskIcon } from '#client/ui/ask-icon.ts';
import { Button } from '#client/ui/button.tsx';
import { EditIcon } from '#client/ui/icons.tsx';
import { QuestionCard } from './question-card.tsx';
import { questionState } from './question-words.ts';
import { useQuestionCalls } from './use-question-calls.ts';

/** What was asked about an entry, and what came back, for everybody but who has to answer. */
const QuestionBox = ({ entry, mayAsk }: { readonly entry: JobEntry; readonly mayAsk: boolean }) => {
  const { withdraw, isBusy, isOffline } = useQuestionCalls();
  const { askedByName, askedAt, question, answeredAt, isSentBack } = entry;
  const at = answeredAt ?? askedAt;
  const name = askedByName ?? t('The office');
  return (
    <section aria-label={t('Question')} className="flex gap-2.5 rounded-ctl border-[1.5px] border-sky bg-sky-bg px-3.5 py-3 text-sky-fg">
      <AskIcon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="whitespace-pre-line">
          <b className="font-bold">{isSentBack ? t('{name} sent this back:', { name }) : t('{name} asks:', { name })}</b> {question}
        </p>
        {!isAsked(entry) && <p className="font-[640] whitespace-pre-line">{questionState(entry)}</p>}
        {at && (
          <p className="text-sm">
            <time dateTime={at}>{formatTimestamp(at)}</time>
          </p>
        )}
        {mayAsk && (
          <Button
            size="small"
            className="mt-2 min-h-12"
            disabled={isOffline}
            busyText={isBusy && t('Saving...')}
            onClick={() => void withdraw(entry)}
          >
            {t('Withdraw question')}
          </Button>
        )}
      </div>
    </section>
  );
};

export interface EntryQuestionProps {
  readonly entry: Entry;
  /** Whether the user is of the office, and the entry can be asked about. */
  readonly mayAsk: boolean;
  readonly onAsk: (isSentBack: boolean) => void;
}

/** The question about an entry wherever the entry is shown: its author answers it here, the office asks here. */
export const EntryQuestion = ({ entry, mayAsk, onAsk }: EntryQuestionProps) => {
  const { id: userId } = useUser();
  const isOwn = entry.createdBy === userId;
  return (
    <>
      {isOwn && isAsked(entry) ? (
        <QuestionCard entry={entry} isInEntry />
      ) : (
        questionState(entry) !== undefined && <QuestionBox entry={entry} mayAsk={mayAsk} />
      )}
      {mayAsk && !isOwn && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" className="min-h-12" icon={AskIcon} onClick={() => onAsk(false)}>
            {t('Ask')}
          </Button>
          <Button size="small" className="min-h-12" icon={EditIcon} onClick={() => onAsk(true)}>
            {t('Send back')}
          </Button>
        </div>
      )}
    </>
  );
};
