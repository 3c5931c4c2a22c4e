import { useState } from 'react';
import { RECORD_STATES } from '#shared/billing/schemas/record-list.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { NO_RECORDS_FILTER, type RecordsFilter, type RecordsOrder, SHOWN_SORTS } from './record-filter.ts';
import { KIND_WORD, SHOWN_KINDS } from './record-kind.ts';
import { LIST_STATE_WORD, SORT_WORD } from './record-list-words.ts';

interface RecordFilterDialogProps {
  readonly filter: RecordsFilter;
  readonly order: RecordsOrder;
  readonly onApply: (filter: RecordsFilter, order: RecordsOrder) => void;
  readonly onClose: () => void;
}

/** Everything that the list of all bills can be narrowed and sorted by. */
export const RecordFilterDialog = ({ filter, order, onApply, onClose }: RecordFilterDialogProps) => {
  const [draft, setDraft] = useState(filter);
  const [sorted, setSorted] = useState(order);
  const set = (changed: Partial<RecordsFilter>) => setDraft((before) => ({ ...before, ...changed }));
  const isBackwards = draft.from !== null && draft.to !== null && draft.from > draft.to;
  const day = (name: 'from' | 'to', label: string, error?: string) => (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput {...control} type="date" value={draft[name] ?? ''} onChange={({ target }) => set({ [name]: target.value || null })} />
      )}
    </Field>
  );
  return (
    <Dialog
      title={t('Filter and sort')}
      size="small"
      onClose={onClose}
      onSubmit={() => {
        if (!isBackwards) {
          onApply(draft, sorted);
          onClose();
        }
      }}
      footer={
        <>
          <Button onClick={() => setDraft({ ...NO_RECORDS_FILTER, q: draft.q })}>{t('Clear filters')}</Button>
          <Button type="submit" variant="primary">
            {t('Show bills')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field label={t('Kind')}>
          {(control) => (
            <Select
              {...control}
              placeholder={t('All')}
              value={draft.kind ?? ''}
              onChange={({ target }) => set({ kind: SHOWN_KINDS.find((kind) => kind === target.value) ?? null })}
            >
              {SHOWN_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(KIND_WORD[kind])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('Paid or not')}>
          {(control) => (
            <Select
              {...control}
              placeholder={t('All')}
              value={draft.state ?? ''}
              onChange={({ target }) => set({ state: RECORD_STATES.find((state) => state === target.value) ?? null })}
            >
              {RECORD_STATES.map((state) => (
                <option key={state} value={state}>
                  {t(LIST_STATE_WORD[state])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          {day('from', t('Issued from'))}
          {day('to', t('Issued until'), isBackwards ? t('The last day is before the first.') : undefined)}
        </div>
        <Field label={t('Sort by')}>
          {(control) => (
            <Select
              {...control}
              value={sorted.sort}
              onChange={({ target }) => {
                const sort = SHOWN_SORTS.find((each) => each === target.value) ?? 'number';
                setSorted((before) => ({ ...before, sort }));
              }}
            >
              {SHOWN_SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {t(SORT_WORD[sort])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <label className="desk-switch">
          <input
            type="checkbox"
            checked={sorted.isDescending}
            onChange={({ target }) => setSorted((before) => ({ ...before, isDescending: target.checked }))}
          />
          {t('The last or largest first')}
        </label>
      </DialogBody>
    </Dialog>
  );
};
