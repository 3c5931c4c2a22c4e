import { useState } from 'react';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { type BillFilter, NO_BILL_FILTER, SHOWN_WAYS } from './bill-rows.ts';
import { WAY_WORDS } from './bill-words.ts';

interface BillFilterDialogProps {
  readonly filter: BillFilter;
  readonly onApply: (filter: BillFilter) => void;
  readonly onClose: () => void;
}

/** Everything that the bills to come can be narrowed by. */
export const BillFilterDialog = ({ filter, onApply, onClose }: BillFilterDialogProps) => {
  const [draft, setDraft] = useState(filter);
  const set = (changed: Partial<BillFilter>) => setDraft((before) => ({ ...before, ...changed }));
  return (
    <Dialog
      title={t('Filter')}
      size="small"
      onClose={onClose}
      onSubmit={() => {
        onApply(draft);
        onClose();
      }}
      footer={
        <>
          <Button onClick={() => setDraft({ ...NO_BILL_FILTER, q: draft.q })}>{t('Clear filters')}</Button>
          <Button type="submit" variant="primary">
            {t('Show bills')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field label={t('Jobs completed on or before')}>
          {(control) => (
            <TextInput {...control} type="date" value={draft.by ?? ''} onChange={({ target }) => set({ by: target.value || null })} />
          )}
        </Field>
        <Field label={t('Sent by')}>
          {(control) => (
            <Select
              {...control}
              placeholder={t('All')}
              value={draft.way ?? ''}
              onChange={({ target }) => set({ way: SHOWN_WAYS.find((way) => way === target.value) ?? null })}
            >
              {SHOWN_WAYS.map((way) => (
                <option key={way} value={way}>
                  {t(WAY_WORDS[way])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <label className="desk-switch">
          <input type="checkbox" checked={draft.isChecked} onChange={({ target }) => set({ isChecked: target.checked })} />
          {t('Only jobs whose entries are all checked')}
        </label>
      </DialogBody>
    </Dialog>
  );
};
