import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isAnswered } from '#shared/domain/asked.ts';
import { useUser } from '#client/data/user-context.tsx';
import { t } from '#client/lib/texts.ts';
import { AskIcon } from '#client/ui/ask-icon.ts';
import { Badge } from '#client/ui/badge.tsx';
import { questionState } from './question-words.ts';

/** Marks an entry that the office asked something about: for its author a question, for everybody else how far that has come. */
export const QuestionBadge = ({ entry }: { readonly entry: JobEntry }) => {
  const { id: userId } = useUser();
  const state = questionState(entry);
  if (state === undefined) {
    return null;
  }
  const isMine = entry.createdBy === userId && !isAnswered(entry);
  return (
    <Badge tone={entry.isSentBack && isMine ? 'straw' : 'sky'} icon={AskIcon}>
      {isMine && !entry.isSentBack ? t('Question') : state}
    </Badge>
  );
};
