import { type ReactNode, useState } from 'react';
import { useNotices } from '#client/components/use-notices.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

interface Props {
  readonly title: string;
  /** What is deleted, and what stays. */
  readonly children: ReactNode;
  /** What has to be typed, and what it is called. */
  readonly word: string;
  readonly label: string;
  readonly autoCapitalize?: 'none';
  readonly isWord: (typed: string) => boolean;
  /** Shown when something else was typed. */
  readonly otherText: string;
  readonly deleteText: string;
  readonly failedText: string;
  /** Deletes; called with exactly what was typed. */
  readonly onDelete: (typed: string) => Promise<void>;
  /** Called afterwards; the dialog stays open. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Requires a word to be typed before something large is deleted, so that nobody does it by accident. */
export const TypedDeletionDialog = (props: Props) => {
  const { title, children, word, label, autoCapitalize, isWord, otherText, deleteText, failedText, onDelete, onDeleted, onClose } = props;
  const notices = useNotices();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    if (!isWord(typed)) {
      setError(otherText);
      return;
    }
    setBusy(true);
    try {
      await onDelete(typed);
    } catch (reason) {
      notices.failure(failedText, reason);
      setBusy(false);
      return;
    }
    onDeleted();
  };
  return (
    <Dialog
      title={title}
      onClose={() => !isBusy && onClose()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="dangerSolid" busyText={isBusy && t('Deleting...')}>
            {deleteText}
          </Button>
        </>
      }
    >
      <DialogBody>
        {children}
        <Field label={label} required error={error} hint={t('Type {name}', { name: word })}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              autoCapitalize={autoCapitalize}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </DialogBody>
    </Dialog>
  );
};
