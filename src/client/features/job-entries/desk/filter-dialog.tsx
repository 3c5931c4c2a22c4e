import { useState } from 'react';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { type DeskFilter, NO_FILTER, type Period, PERIODS } from './desk-filter.ts';
import { PERIOD_WORDS, RECORD_WORDS } from './desk-words.ts';
import { useFilterChoices } from './use-filter-choices.ts';

const ANSWERS = { yes: true, no: false } as const;
const answerText = (value: boolean | null): string => (value === null ? '' : value ? 'yes' : 'no');

interface FilterDialogProps {
  readonly filter: DeskFilter;
  readonly onApply: (filter: DeskFilter) => void;
  readonly onClose: () => void;
}

/** Everything that the desk can be narrowed by, at once. */
export const FilterDialog = ({ filter, onApply, onClose }: FilterDialogProps) => {
  const choices = useFilterChoices();
  const [draft, setDraft] = useState(filter);
  const set = (changed: Partial<DeskFilter>) => setDraft((before) => ({ ...before, ...changed }));
  const answerSelect = (name: 'checked' | 'billed', label: string, yes: string, no: string) => (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          placeholder={t('All')}
          value={answerText(draft[name])}
          onChange={({ target }) => set({ [name]: ANSWERS[target.value as keyof typeof ANSWERS] ?? null })}
        >
          <option value="no">{no}</option>
          <option value="yes">{yes}</option>
        </Select>
      )}
    </Field>
  );
  const box = (name: 'missing' | 'hints' | 'asked' | 'notes' | 'photos', label: string) => (
    <label className="desk-switch">
      <input type="checkbox" checked={draft[name]} onChange={({ target }) => set({ [name]: target.checked })} />
      {label}
    </label>
  );
  return (
    <Dialog
      title={t('Filter')}
      onClose={onClose}
      onSubmit={() => {
        onApply(draft);
        onClose();
      }}
      footer={
        <>
          <Button onClick={() => setDraft({ ...NO_FILTER, q: draft.q })}>{t('Clear filters')}</Button>
          <Button type="submit" variant="primary">
            {t('Show entries')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className="desk-fields">
          <Field label={t('Period')}>
            {(control) => (
              <Select
                {...control}
                placeholder={t('All dates')}
                value={draft.when ?? ''}
                onChange={({ target }) => set({ when: target.value === '' ? null : (target.value as Period) })}
              >
                {PERIODS.map((period) => (
                  <option key={period} value={period}>
                    {t(PERIOD_WORDS[period])}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="desk-dates">
            {(['from', 'to'] as const).map((name) => (
              <Field key={name} label={name === 'from' ? t('From') : t('To')}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="date"
                    value={draft[name] ?? ''}
                    onChange={({ target }) => set({ [name]: target.value === '' ? null : target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
          {answerSelect('checked', t('Status'), t('Checked'), t('Not checked'))}
          {answerSelect('billed', t('Billing'), t('Billed'), t('Not billed'))}
          {(['customer', 'job', 'service', 'machine', 'operator'] as const).map((name) => (
            <Field key={name} label={t(RECORD_WORDS[name])}>
              {(control) => (
                <Select
                  {...control}
                  placeholder={t('All')}
                  value={draft[name] ?? ''}
                  onChange={({ target }) => set({ [name]: target.value === '' ? null : Number(target.value) })}
                >
                  {choices[name].map(({ id, name: called }) => (
                    <option key={id} value={id}>
                      {called}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
        </div>
        <div className="desk-fields">
          {box('missing', t('Missing something'))}
          {box('hints', t('With hints'))}
          {box('asked', t('With a question'))}
          {box('notes', t('With a note'))}
          {box('photos', t('With photos'))}
        </div>
      </DialogBody>
    </Dialog>
  );
};
