import { useRef } from 'react';
import type { Hint } from '#shared/domain/hint.ts';
import { hintKey } from '#shared/domain/hints.ts';
import { hintSentence, suggestionLabel } from '#client/entities/job-entries/hint-words.ts';
import { type SavingHintsFound, type SavingHintsProps, useSavingHints } from '#client/features/job-entries/use-saving-hints.ts';
import { heldOf } from '#client/lib/typed-number.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { QuestionIcon } from '#client/ui/icons.tsx';

interface SavingHintProps {
  readonly hint: Hint;
  readonly found: SavingHintsFound;
  readonly onTake: () => void;
  readonly onAccept: () => void;
}

const SavingHint = ({ hint, found, onTake, onAccept }: SavingHintProps) => {
  const { title, because } = hintSentence(hint, found.context, found.work);
  const suggested = suggestionLabel(hint);
  return (
    <div className="flex gap-2.5 rounded-ctl border-[1.5px] border-straw bg-straw-bg px-3 py-2 text-straw-fg">
      <QuestionIcon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="text-sm/[1.4]">
          <b>{title}</b> {because}
        </p>
        <div className="flex flex-wrap gap-2">
          {suggested !== undefined && (
            <Button size="small" className="min-h-12" onClick={onTake}>
              {suggested}
            </Button>
          )}
          <Button size="small" className="min-h-12" onClick={onAccept}>
            {t('It is right')}
          </Button>
        </div>
      </div>
    </div>
  );
};

/** What looks like a slip, at most two, with what can be done about it in one tap. Empty if nothing does. */
export const SavingHintList = (props: SavingHintsProps) => {
  const found = useSavingHints(props);
  const place = useRef<HTMLDivElement>(null);
  const { fields, setValue, acceptHint } = props.state;
  // Its button goes with the hint; whoever pressed it with the keyboard stays where they were.
  const stay = () => place.current?.focus({ preventScroll: true });
  const take = ({ measure, suggestion }: Hint) => {
    const field = fields.find(({ column, field: { name } }) => (column === null ? `own:${name}` === measure : column === measure));
    if (field && suggestion !== null) {
      setValue(field.key, heldOf(suggestion));
      stay();
    }
  };
  return (
    <div ref={place} role="status" tabIndex={-1} className="grid gap-2 outline-none">
      {found?.hints.map((hint) => (
        <SavingHint
          key={hintKey(hint)}
          hint={hint}
          found={found}
          onTake={() => take(hint)}
          onAccept={() => {
            acceptHint(hintKey(hint));
            stay();
          }}
        />
      ))}
    </div>
  );
};
