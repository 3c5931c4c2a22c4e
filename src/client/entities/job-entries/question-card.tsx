import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { answerTo } from '#shared/domain/asked.ts';
import { MAX_QUESTION, type JobEntryPatch } from '#shared/domain/job-entry.ts';
import { useNotices } from '#client/components/use-notices.ts';
import type { Entry } from '#client/data/local-names.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { cx } from '#client/lib/cx.ts';
import { formatDay } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { AskIcon } from '#client/ui/ask-icon.ts';
import { Button } from '#client/ui/button.tsx';
import { EditIcon } from '#client/ui/icons.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { useEntryDialog } from './entry-dialog-context.tsx';
import { choiceWords, chosenPatch } from './question-words.ts';
import { useOwnQuestions } from './use-own-questions.ts';

/** Answers a question in one write, which waits like any other where there is no network. */
const useAnswer = (entry: Entry) => {
  const { id: orgId } = useOrganization();
  const update = useWriter(orgId, routes.jobEntries.update, false);
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const answer = async (body: JobEntryPatch): Promise<void> => {
    setBusy(true);
    try {
      notices.saved(
        await update({ params: { id: entry.id }, body: { ...body, ...answerTo(entry) }, seen: entry }),
        t('Job entry'),
        t('Answered'),
      );
    } catch (error) {
      notices.failure(t('The answer was not saved'), error);
    } finally {
      setBusy(false);
    }
  };
  return { answer, isBusy };
};

const BUTTON = 'min-h-12 tabular-nums';

interface AnswerFormProps {
  readonly isBusy: boolean;
  readonly onSend: (answer: string) => void;
  readonly onCancel: () => void;
}

/** An answer in the person's own words. */
const AnswerForm = ({ isBusy, onSend, onCancel }: AnswerFormProps) => {
  const [text, setText] = useState('');
  const answer = text.trim();
  return (
    <form
      className="grid gap-2.5 pt-2.5 text-ink"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(answer);
      }}
    >
      <Field label={t('Your answer')}>
        {(control) => (
          <Textarea
            {...control}
            // The person asked for it a moment ago.
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
            autoFocus
            rows={3}
            maxLength={MAX_QUESTION}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className={BUTTON} disabled={answer === ''} busyText={isBusy && t('Saving...')}>
          {t('Send answer')}
        </Button>
        <Button className={BUTTON} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
};

interface QuestionCardProps {
  readonly entry: Entry;
  /** Without the way to the entry: that is where it is shown. */
  readonly isInEntry?: boolean;
}

/** What the office asks about one's own entry. Its numbers are the buttons: one press changes the entry and answers (look-2, "My day"). */
export const QuestionCard = ({ entry, isInEntry = false }: QuestionCardProps) => {
  const units = useUnits();
  const { openEdit } = useEntryDialog();
  const { answer, isBusy } = useAnswer(entry);
  const [isWriting, setWriting] = useState(false);
  const { choices, isSentBack } = entry;
  const name = entry.askedByName ?? t('The office');
  const work = [entry.serviceTypeName, ...entry.equipmentNames].filter(Boolean).join(', ');
  return (
    <section
      aria-label={isSentBack ? t('Sent back') : t('Question from the office')}
      className={cx(
        'flex gap-3 rounded-card border-[1.5px] px-4 pt-3.5 pb-3',
        isSentBack ? 'border-straw bg-straw-bg text-straw-fg' : 'border-sky bg-sky-bg text-sky-fg',
      )}
    >
      <AskIcon className="mt-0.5 size-6 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="leading-[1.4] whitespace-pre-line">
          <b className="font-bold">{isSentBack ? t('{name} sent this back:', { name }) : t('{name} asks:', { name })}</b> {entry.question}
        </p>
        {!isInEntry && (
          <p className="text-sm">
            {work}, {formatDay(entry.date)}, {entry.jobName}
          </p>
        )}
        {isWriting ? (
          <AnswerForm isBusy={isBusy} onSend={(text) => void answer({ answer: text })} onCancel={() => setWriting(false)} />
        ) : (
          <div className="flex flex-wrap gap-2 pt-2.5">
            {choices?.values.map((value) => (
              <Button
                key={value}
                className={BUTTON}
                disabled={isBusy}
                onClick={() => void answer(chosenPatch(entry, choices.measure, value, units))}
              >
                {choiceWords(choices.measure, value, units)}
              </Button>
            ))}
            {isSentBack && !isInEntry && (
              <Button className={BUTTON} icon={EditIcon} onClick={() => openEdit(entry)}>
                {t('Correct it')}
              </Button>
            )}
            <span className="-mx-3 flex flex-wrap">
              <Button
                variant="ghost"
                size="small"
                className={cx(BUTTON, 'text-inherit')}
                disabled={isBusy}
                onClick={() => setWriting(true)}
              >
                {t('Write')}
              </Button>
              {!isSentBack && !isInEntry && (
                <Button variant="ghost" size="small" className={cx(BUTTON, 'text-inherit')} onClick={() => openEdit(entry)}>
                  {t('Open entry')}
                </Button>
              )}
            </span>
          </div>
        )}
      </div>
    </section>
  );
};

/** What the office asks this person, one card each; nothing where nobody asks. */
export const OwnQuestions = () => {
  const { id: orgId } = useOrganization();
  const entries = useOwnQuestions(orgId);
  return (
    entries.length > 0 && (
      <div className="grid gap-2.5">
        {entries.map((entry) => (
          <QuestionCard key={`${entry.id} ${entry.askedAt}`} entry={entry} />
        ))}
      </div>
    )
  );
};
