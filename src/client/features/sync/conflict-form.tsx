import { type ReactNode, useId, useState } from 'react';
import type { ItemView } from '#client/data/sync-items.ts';
import { labelOf } from '#client/data/field-label.ts';
import { unitsIn, valueWords } from '#client/data/sync-words.ts';
import { useUser } from '#client/data/user-context.tsx';
import { momentWords } from '#client/lib/ages.ts';
import { otherWords } from '#client/features/sync/other-person.ts';
import { cx } from '#client/lib/cx.ts';
import { listWords } from '#client/lib/lists.ts';
import { plural, t } from '#client/lib/texts.ts';
import type { Conflict } from '#client/offline/public.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckIcon } from '#client/ui/icons.tsx';

type Side = 'mine' | 'theirs';

interface ChoiceProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly place: string;
  readonly value: string;
  readonly who: string;
}

const Choice = ({ name, isChosen, onChoose, place, value, who }: ChoiceProps) => (
  <label
    className={cx(
      'flex min-h-14 cursor-pointer items-start gap-3 rounded-ctl border-[1.5px] px-3.5 py-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
      isChosen ? 'border-act bg-actsoft shadow-[inset_0_0_0_1px_var(--act)]' : 'border-edge bg-surface',
    )}
  >
    <input
      type="radio"
      name={name}
      checked={isChosen}
      onChange={onChoose}
      className="mt-0.5 size-6 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface outline-none checked:border-act checked:bg-act checked:shadow-[inset_0_0_0_4px_var(--surface)] forced-colors:appearance-auto"
    />
    <span className="min-w-0 text-sm/[1.35] wrap-anywhere text-ink2">
      {place}
      <b className="my-px block text-base/[1.35] font-[680] whitespace-pre-line text-ink">{value}</b>
      {who}
    </span>
  </label>
);

const mergedWords = (merged: readonly string[]): string => {
  const names = merged.map(labelOf);
  return plural(
    names.length,
    '{fields} changed on one side only and has been merged.',
    '{fields} changed on one side only and have been merged.',
    { fields: listWords(names) },
  );
};

interface ConflictFormProps {
  readonly view: ItemView;
  readonly conflict: Conflict;
  readonly onResolve: (mine: ReadonlySet<string>) => Promise<unknown>;
  /** The button that discards the change, set apart. */
  readonly children: ReactNode;
}

/** Field by field: this device's value or the office's. Nothing is preselected, and numbers are never added up. */
export const ConflictForm = ({ view, conflict, onResolve, children }: ConflictFormProps) => {
  const { id: userId } = useUser();
  const id = useId();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const [isBusy, setBusy] = useState(false);
  const now = Date.now();
  const units = unitsIn(view.item.orgId, view.names);
  const isComplete = conflict.fields.every(({ field }) => chosen[field] !== undefined);
  const submit = async () => {
    setBusy(true);
    await onResolve(new Set(conflict.fields.map(({ field }) => field).filter((field) => chosen[field] === 'mine')));
    setBusy(false);
  };
  return (
    <form
      className="grid gap-4.5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {conflict.fields.map(({ field, mine, theirs }) => (
        <fieldset key={field} className="min-w-0">
          <legend className="mb-1.5 font-[620]">{labelOf(field)}</legend>
          <div className="grid gap-2 md:grid-cols-2">
            <Choice
              name={`${id}${field}`}
              isChosen={chosen[field] === 'mine'}
              onChoose={() => setChosen({ ...chosen, [field]: 'mine' })}
              place={t('On this device')}
              value={valueWords(field, mine, view.names, units)}
              who={t('You, {moment}', { moment: momentWords(view.item.timestamp, now) })}
            />
            <Choice
              name={`${id}${field}`}
              isChosen={chosen[field] === 'theirs'}
              onChoose={() => setChosen({ ...chosen, [field]: 'theirs' })}
              place={t('In the office')}
              value={valueWords(field, theirs, view.names, units)}
              who={otherWords(view, conflict, userId, now)}
            />
          </div>
        </fieldset>
      ))}
      {conflict.merged.length > 0 && (
        <Note tone="field" icon={CheckIcon}>
          {mergedWords(conflict.merged)}
        </Note>
      )}
      <div className="flex flex-wrap-reverse gap-2.5 max-md:[&>*]:w-full md:justify-between">
        {children}
        <Button type="submit" variant="primary" disabled={!isComplete} busyText={isBusy && t('Sending...')}>
          {isComplete ? t('Keep these and send') : t('Choose one of each first')}
        </Button>
      </div>
    </form>
  );
};
