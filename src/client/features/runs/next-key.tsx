import type { Switched } from '#client/features/runs/use-switch.ts';
import { t } from '#client/lib/texts.ts';
import { DoneIcon, ForwardIcon } from '#client/ui/icons.tsx';

interface NextKeyProps {
  /** What the last switch saved, while it can be taken back. */
  readonly done: Switched | null;
  readonly onUndo: () => void;
  readonly isBusy: boolean;
  /** Above the name; null: the name says it all. */
  readonly label: string | null;
  readonly name: string;
  readonly onPress: () => void;
}

/** The one action of the cab, over the whole width, and above it what the last one saved. */
export const NextKey = ({ done, onUndo, isBusy, label, name, onPress }: NextKeyProps) => (
  <div className="cab-next-place">
    <div role="status">
      {done && (
        <div className="cab-done">
          <DoneIcon aria-hidden="true" />
          <span>{done.words}</span>
          <button type="button" onClick={onUndo}>
            {t('Undo')}
          </button>
        </div>
      )}
    </div>
    <button type="button" className="cab-next" aria-busy={isBusy} onClick={onPress}>
      <span>
        {label !== null && <small>{label} </small>}
        <b>{name}</b>
      </span>
      <ForwardIcon aria-hidden="true" />
    </button>
  </div>
);
