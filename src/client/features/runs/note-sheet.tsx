import { useState } from 'react';
import { MAX_TEXT } from '#shared/domain/fields.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';

interface NoteSheetProps {
  readonly value: string;
  readonly onSave: (notes: string) => void;
  readonly onClose: () => void;
}

/** The notes of the current stop. */
export const NoteSheet = ({ value, onSave, onClose }: NoteSheetProps) => {
  const [notes, setNotes] = useState(value);
  return (
    <FormDialog title={t('Notes')} submitLabel={t('Save')} busyText={false} onSubmit={async () => onSave(notes.trim())} onClose={onClose}>
      <Field label={t('Notes for this stop')}>
        {(control) => (
          <Textarea {...control} rows={4} maxLength={MAX_TEXT} value={notes} onChange={({ target }) => setNotes(target.value)} />
        )}
      </Field>
    </FormDialog>
  );
};
