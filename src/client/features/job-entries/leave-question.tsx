import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';

export interface LeaveQuestionProps {
  readonly isEdit: boolean;
  /** Absent where there are no drafts. */
  readonly onKeep?: () => Promise<void>;
  readonly onThrowAway: () => Promise<void>;
  readonly onStay: () => void;
}

/** Asks before a form with unsaved input is closed: nothing is discarded by a stray tap. */
export const LeaveQuestion = ({ isEdit, onKeep, onThrowAway, onStay }: LeaveQuestionProps) => (
  <Dialog
    title={isEdit ? t('Discard changes?') : t('Discard this entry?')}
    size="small"
    onClose={onStay}
    footer={<Button onClick={onStay}>{t('Keep editing')}</Button>}
  >
    <DialogBody>
      <p>{isEdit ? t('They are not saved yet.') : t('It is not saved yet.')}</p>
      <div className="grid gap-2.5">
        {onKeep && (
          <Button variant="primary" onClick={() => void onKeep()}>
            {t('Keep as draft')}
          </Button>
        )}
        <Button variant="danger" onClick={() => void onThrowAway()}>
          {t('Discard')}
        </Button>
      </div>
    </DialogBody>
  </Dialog>
);
