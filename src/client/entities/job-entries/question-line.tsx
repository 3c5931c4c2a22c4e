import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isAsked } from '#shared/domain/asked.ts';
import { t } from '#client/lib/texts.ts';
import { AskIcon } from '#client/ui/ask-icon.ts';
import { Note } from '#client/ui/note.tsx';

/** The open question about an entry, above the form in which it is corrected: the correction answers it. */
export const QuestionLine = ({ entry }: { readonly entry: JobEntry }) => {
  const { isSentBack, question, askedByName } = entry;
  const name = askedByName ?? t('The office');
  return (
    isAsked(entry) && (
      <div className="px-4 pt-4 md:px-7">
        <Note tone={isSentBack ? 'straw' : 'sky'} icon={AskIcon}>
          <b>{isSentBack ? t('{name} sent this back:', { name }) : t('{name} asks:', { name })}</b> {question}
        </Note>
      </div>
    )
  );
};
