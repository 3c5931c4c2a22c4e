import { useState } from 'react';
import { doOverlap, lengthOf, type Span } from '#shared/domain/spans.ts';
import type { Counts } from '#shared/domain/run-state.ts';
import type { Counted } from '#client/features/runs/counted.ts';
import { numberHeld } from '#client/features/runs/fuel-split.tsx';
import type { RunLine } from '#client/features/runs/run-lines.ts';
import { movedTo, timeIn } from '#client/features/runs/typed-time.ts';
import { heldOf } from '#client/lib/typed-number.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';
import { Stepper } from '#client/ui/stepper.tsx';

interface CorrectionSheetProps {
  readonly line: RunLine;
  readonly counted: readonly Counted[];
  readonly onSave: (spans: readonly Span[], counts: Counts) => Promise<void>;
  readonly onClose: () => void;
}

/** Corrects the times and numbers of one stop. */
export const CorrectionSheet = ({ line, counted, onSave, onClose }: CorrectionSheetProps) => {
  const [spans, setSpans] = useState<readonly Span[]>(line.entry.spans);
  const [held, setHeld] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(counted.map(({ key }) => [key, typeof line.counts[key] === 'number' ? heldOf(line.counts[key]) : ''])),
  );
  const [isBusy, setBusy] = useState(false);
  const isWrong = spans.some((span) => lengthOf(span) < 0) || doOverlap(spans);
  const move = (at: number, end: keyof Span, time: string) =>
    setSpans((before) => before.map((span, index) => (index === at ? { ...span, [end]: movedTo(span[end], time) } : span)));
  const save = async () => {
    if (isWrong) {
      return;
    }
    setBusy(true);
    await onSave(spans, Object.fromEntries(counted.map(({ key }) => [key, numberHeld(held[key])])));
    setBusy(false);
  };
  return (
    <FormDialog
      title={line.entry.customerName}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      problems={isWrong ? [t('A time must end after it begins, and times must not overlap.')] : []}
      onSubmit={save}
      onClose={onClose}
    >
      {spans.map((span, index) => (
        // The place of a span is what it is known by.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <div key={index} className="grid grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={end === 'from' ? t('From') : t('To')}>
              {(control) => (
                <TextInput {...control} type="time" value={timeIn(span[end])} onChange={({ target }) => move(index, end, target.value)} />
              )}
            </Field>
          ))}
        </div>
      ))}
      {counted.map(({ key, label }) => (
        <Stepper key={key} label={label} value={held[key] ?? ''} onChange={(value) => setHeld((before) => ({ ...before, [key]: value }))} />
      ))}
    </FormDialog>
  );
};
