import { useState } from 'react';
import { MOST_CHOICES } from '#shared/domain/entry-question.ts';
import { type JobEntry, MAX_QUESTION } from '#shared/domain/job-entry.ts';
import type { AskedMeasure } from '#shared/domain/open-question.ts';
import { t } from '#client/lib/texts.ts';
import { editedNumber, heldOf, readNumber } from '#client/lib/typed-number.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select, Textarea, TextInput } from '#client/ui/field.tsx';
import { measureWords } from './question-words.ts';
import type { QuestionStart } from './question-start.ts';
import { useQuestionCalls } from './use-question-calls.ts';

const NO_START: QuestionStart = { text: '', choices: null };

const SEPARATOR = '; ';

/** The numbers that were typed, each once; null: one of them is none, or they are too many. */
const numbersIn = (typed: string): number[] | null => {
  const read = typed
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => readNumber(part));
  const values = new Set(read.flatMap((each) => ('decimal' in each ? Number(each.decimal) : [])));
  const isRead = read.every((each) => 'decimal' in each) && [...values].every((value) => value >= 0);
  return isRead && values.size > 0 && values.size <= MOST_CHOICES ? [...values] : null;
};

/** The numbers that an entry can be asked for. */
const measuresOf = ({ customFieldValues }: JobEntry, start: QuestionStart): AskedMeasure[] => {
  const own = Object.entries(customFieldValues).flatMap(([name, value]) => (typeof value === 'number' ? [`own:${name}`] : []));
  return [...new Set(['totalHours', 'fuel', 'loads', ...own, ...(start.choices ? [start.choices.measure] : [])])];
};

interface AskDialogProps {
  readonly entry: JobEntry;
  readonly isSentBack: boolean;
  /** What it begins with, where something looks odd. */
  readonly start?: QuestionStart;
  readonly onClose: () => void;
}

/** A question to the author of an entry, with numbers that one press answers; or what is to be corrected in it. */
export const AskDialog = ({ entry, isSentBack, start = NO_START, onClose }: AskDialogProps) => {
  const { ask, isBusy, isOffline } = useQuestionCalls();
  const [text, setText] = useState(start.text);
  const [measure, setMeasure] = useState<AskedMeasure>(start.choices?.measure ?? '');
  const [typed, setTyped] = useState(start.choices?.values.map((value) => editedNumber(heldOf(value))).join(SEPARATOR) ?? '');
  const [isTried, setTried] = useState(false);
  const values = measure === '' ? [] : numbersIn(typed);
  const submit = async () => {
    setTried(true);
    if (text.trim() === '' || values === null) {
      return;
    }
    if (await ask(entry, { text: text.trim(), choices: measure === '' ? null : { measure, values }, isSentBack })) {
      onClose();
    }
  };
  return (
    <FormDialog
      title={isSentBack ? t('Send back') : t('Ask about this entry')}
      submitLabel={isSentBack ? t('Send back') : t('Ask')}
      busyText={isBusy && t('Sending...')}
      isDisabled={isOffline}
      {...(isOffline ? { problems: [t('Questions go through the server. Connect and try again.')] } : {})}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={isSentBack ? t('What needs correcting?') : t('Question')}
        error={isTried && text.trim() === '' ? t('Write what you want to know') : undefined}
      >
        {(control) => (
          <Textarea {...control} rows={3} maxLength={MAX_QUESTION} value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      <Field label={t('Answer with a number')}>
        {(control) => (
          <Select {...control} value={measure} onChange={({ target }) => setMeasure(target.value)}>
            <option value="">{t('No, in words')}</option>
            {measuresOf(entry, start).map((each) => (
              <option key={each} value={each}>
                {measureWords(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {measure !== '' && (
        <Field
          label={t('Numbers to choose from')}
          hint={t('Up to three, with semicolons between them.')}
          error={isTried && values === null ? t('Up to three numbers, with semicolons between them') : undefined}
        >
          {(control) => <TextInput {...control} value={typed} onChange={({ target }) => setTyped(target.value)} />}
        </Field>
      )}
    </FormDialog>
  );
};
