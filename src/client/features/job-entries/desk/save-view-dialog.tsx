import { useState } from 'react';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

export interface NamedView {
  readonly name: string;
  readonly isShared: boolean;
}

interface SaveViewDialogProps {
  readonly title: string;
  readonly initial: NamedView;
  readonly mayShare: boolean;
  readonly onSave: (view: NamedView) => Promise<void>;
  readonly onClose: () => void;
}

/** Names a view, and says who has it. */
export const SaveViewDialog = ({ title, initial, mayShare, onSave, onClose }: SaveViewDialogProps) => {
  const [view, setView] = useState(initial);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (view.name.trim() === '') {
      setError(t('Give the view a name'));
      return;
    }
    setBusy(true);
    try {
      await onSave({ ...view, name: view.name.trim() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog title={title} submitLabel={t('Save')} busyText={isBusy && t('Saving...')} onSubmit={submit} onClose={onClose}>
      <Field label={t('Name')} required error={error} hint={t('Filters, order and groups are saved. The days of a period move along.')}>
        {(control) => (
          <TextInput
            {...control}
            value={view.name}
            maxLength={300}
            onChange={({ target }) => {
              setView({ ...view, name: target.value });
              setError(undefined);
            }}
          />
        )}
      </Field>
      {mayShare && (
        <label className="desk-switch">
          <input type="checkbox" checked={view.isShared} onChange={({ target }) => setView({ ...view, isShared: target.checked })} />
          {t('Everyone in the company has this view')}
        </label>
      )}
    </FormDialog>
  );
};
