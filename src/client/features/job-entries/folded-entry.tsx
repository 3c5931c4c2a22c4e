import { useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { useTimer } from '#client/entities/job-entries/work-timer.ts';
import { DateChips } from '#client/features/job-entries/date-field.tsx';
import { textOf } from '#client/features/job-entries/entry-form.ts';
import { TimerAction } from '#client/features/job-entries/entry-parts.ts';
import type { FoldedExtrasProps } from '#client/features/job-entries/folded-extras.tsx';
import { FoldedNumbers } from '#client/features/job-entries/folded-numbers.tsx';
import { firstOf, knownLines, lastValues, numbersOf } from '#client/features/job-entries/fold.ts';
import { SavingHints } from '#client/features/job-entries/saving-hints.tsx';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { cx } from '#client/lib/cx.ts';
import { later } from '#client/lib/later.tsx';
import { stepped } from '#client/lib/stepped.ts';
import { t } from '#client/lib/texts.ts';

/** What comes after the numbers. */
const FoldedExtras = later<FoldedExtrasProps>(async () => (await import('#client/features/job-entries/folded-extras.tsx')).FoldedExtras);

interface KnownBlockProps {
  readonly lines: readonly string[];
  readonly date: string;
  readonly onDate: (date: string) => void;
  readonly onChange: () => void;
}

/** What is known of the entry, in one block with one way to change it, and the day. As high for long names: the keys below stay in view. */
const KnownBlock = ({ lines: [first, ...rest], date, onDate, onChange }: KnownBlockProps) => (
  <section aria-label={first} className="grid gap-1 rounded-card bg-actsoft px-3.5 pt-1 pb-2 max-[22rem]:px-2.5">
    <div className="leading-[1.35] wrap-anywhere">
      <div className="flex items-center gap-3">
        <b className="line-clamp-2 min-w-0 flex-1 font-[680]">{first}</b>
        <button type="button" onClick={onChange} className="-mr-2 min-h-12 px-2 font-[660] text-act underline underline-offset-4">
          {t('Change this')}
        </button>
      </div>
      {rest.map((line, index) => (
        <p key={line} className={cx('line-clamp-1 text-sm text-ink2', index > 0 && 'short:hidden')}>
          {line}
        </p>
      ))}
    </div>
    <DateChips control={{ 'aria-label': t('Date') }} value={date} onChange={onDate} />
  </section>
);

export interface FoldedEntryProps {
  /** The entry that is changed; null: a new one. */
  readonly entry: JobEntry | null;
  readonly state: EntryFormState;
  readonly data: EntryData;
  /** Entries of this device, the newest first. */
  readonly entries: readonly JobEntry[];
  /** Shows everything that the entry holds. */
  readonly onUnfold: () => void;
  /** Keeps it as a draft and closes; absent where there are no drafts. */
  readonly onDraft?: () => void;
}

/** An entry of which everything but the numbers is known: three taps on a phone (decision 0078). */
export const FoldedEntry = ({ entry, state, data, entries, onUnfold, onDraft }: FoldedEntryProps) => {
  const user = useUser();
  const { form, fields, setValue, setDate } = state;
  const numbers = numbersOf(fields);
  const [openKey, setOpenKey] = useState(() => firstOf(numbers, form.values, entry)?.key);
  const open = numbers.find(({ key }) => key === openKey);
  const others = entries.filter((other) => other.id !== entry?.id);
  const timer = useTimer(user.id, useOrganization().id);
  const hours = entry === null ? numbers.find(({ column }) => column === 'totalHours') : undefined;
  const timerAction = hours && <TimerAction onStop={(worked) => setValue(hours.key, stepped(textOf(form.values[hours.key]), worked, 1))} />;
  return (
    <div className="grid gap-3 px-4 pt-2 pb-2 short:gap-1.5">
      <KnownBlock lines={knownLines(state, { entry, data, user })} date={form.date} onDate={setDate} onChange={onUnfold} />
      <FoldedNumbers
        state={state}
        numbers={numbers}
        open={open}
        onOpen={setOpenKey}
        lastOf={(field) => lastValues(field, state, others)}
        action={open === hours && timer !== null && timerAction}
      >
        <SavingHints entry={entry} state={state} data={data} />
      </FoldedNumbers>
      <FoldedExtras
        state={state}
        open={openKey}
        onOpen={setOpenKey}
        action={timer === null && timerAction}
        {...(onDraft ? { onDraft } : {})}
      />
    </div>
  );
};
