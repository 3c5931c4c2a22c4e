import type { Switched } from '#client/features/runs/use-switch.ts';
import { t } from '#client/lib/texts.ts';
import { DoneIcon } from '#client/ui/icons.tsx';

interface SavedStopProps {
  /** What the last switch saved, while it can be taken back. */
  readonly done: Switched | null;
  readonly onUndo: () => void;
}

/** What the last switch saved, and the way back. It lies over the clock, which has only just begun: nothing below it can be pressed. */
export const SavedStop = ({ done, onUndo }: SavedStopProps) => (
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
);
