import { useState } from 'react';
import { decimalOf, heldOf } from '#client/lib/typed-number.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { NumberPad } from '#client/ui/number-pad.tsx';
import { useTypedNumber } from '#client/ui/use-typed-number.ts';

interface NumberSheetProps {
  readonly title: string;
  readonly label: string;
  readonly value: number | null;
  readonly saveLabel: string;
  readonly onSave: (value: number | null) => void;
  /** Goes on without the number; absent: it was not asked for. */
  readonly onLater?: () => void;
  readonly onClose: () => void;
}

/** One number with large keys. */
export const NumberSheet = ({ title, label, value, saveLabel, onSave, onLater, onClose }: NumberSheetProps) => {
  const [held, setHeld] = useState(value === null ? '' : heldOf(value));
  const { text, type } = useTypedNumber(held, setHeld);
  const save = () => {
    const decimal = decimalOf(held);
    onSave(decimal === null ? null : Math.max(0, Number(decimal)));
  };
  return (
    <Dialog
      title={title}
      size="small"
      opensInBody
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          {onLater ? <Button onClick={onLater}>{t('Fill in later')}</Button> : <Button onClick={onClose}>{t('Cancel')}</Button>}
          <Button type="submit" variant="log" disabled={onLater !== undefined && decimalOf(held) === null}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <div className="run-pad">
        <input
          aria-label={label}
          className="run-typed"
          inputMode="none"
          autoComplete="off"
          placeholder="–"
          value={text}
          onChange={({ target }) => type(target.value)}
        />
        <NumberPad value={text} onChange={type} label={label} />
      </div>
    </Dialog>
  );
};
