import { useState } from 'react';
import { ENCODINGS, type ImportOptions, type ImportPatch, type ImportRecord } from '#shared/domain/import.ts';
import { ReadAgainDialog } from '#client/features/import/read-again-dialog.tsx';
import { type PlainText, t } from '#client/lib/texts.ts';
import { DialogBody } from '#client/ui/dialog.tsx';
import { Checkbox, Field, Select } from '#client/ui/field.tsx';

const DELIMITERS: Readonly<Record<NonNullable<ImportOptions['delimiter']>, PlainText>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

const DATE_ORDERS: Readonly<Record<NonNullable<ImportOptions['dateOrder']>, PlainText>> = {
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
  ymd: 'Year, month, day',
};

/** Column names stand at the head of a file, below a title at most. */
const HEAD_ROWS = 30;

interface OptionsDialogProps {
  readonly record: ImportRecord;
  readonly isBusy: boolean;
  readonly onSave: (patch: ImportPatch) => Promise<void>;
  readonly onClose: () => void;
}

/** How the file is read, and what becomes of what it does not say. */
export const OptionsDialog = ({ record, isBusy, onSave, onClose }: OptionsDialogProps) => {
  const { kind, options, sheets } = record;
  const [patch, setPatch] = useState<ImportPatch>({});
  const now = { ...options, ...patch };
  const set = (more: ImportPatch) => setPatch((before) => ({ ...before, ...more }));
  const isMachines = kind === 'equipment' || kind === 'implements';
  return (
    <ReadAgainDialog title={t('How the file is read')} isBusy={isBusy} onSubmit={() => onSave(patch)} onClose={onClose}>
      <DialogBody>
        {sheets.length > 1 && (
          <Field label={t('Sheet')}>
            {(control) => (
              <Select {...control} value={now.sheet} onChange={(event) => set({ sheet: Number(event.target.value) })}>
                {sheets.map((name, index) => (
                  <option key={name} value={index}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={t('Row with the column names')}>
          {(control) => (
            <Select {...control} value={now.headRow} onChange={(event) => set({ headRow: Number(event.target.value) })}>
              <option value={0}>{t('No row with names.')}</option>
              {Array.from({ length: Math.max(HEAD_ROWS, options.headRow) }, (_, index) => (
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {options.delimiter !== null && (
          <>
            <Field label={t('Cells are separated by')}>
              {(control) => (
                <Select
                  {...control}
                  value={now.delimiter ?? ','}
                  onChange={(event) => set({ delimiter: event.target.value as ImportOptions['delimiter'] })}
                >
                  {Object.entries(DELIMITERS).map(([sign, name]) => (
                    <option key={sign} value={sign}>
                      {t(name)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t('Characters')}>
              {(control) => (
                <Select
                  {...control}
                  value={now.encoding ?? 'utf-8'}
                  onChange={(event) => set({ encoding: event.target.value as ImportOptions['encoding'] })}
                >
                  {ENCODINGS.map((encoding) => (
                    <option key={encoding} value={encoding}>
                      {encoding.toUpperCase()}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </>
        )}
        <Field label={t('Decimals begin with')}>
          {(control) => (
            <Select {...control} value={now.decimal} onChange={(event) => set({ decimal: event.target.value === ',' ? ',' : '.' })}>
              <option value=".">{t('a point: 1,234.5')}</option>
              <option value=",">{t('a comma: 1.234,5')}</option>
            </Select>
          )}
        </Field>
        {kind === 'jobEntries' && (
          <>
            <Field label={t('Dates are written')}>
              {(control) => (
                <Select
                  {...control}
                  value={now.dateOrder ?? ''}
                  placeholder={t('Not clear from the file')}
                  onChange={(event) => set({ dateOrder: event.target.value as ImportOptions['dateOrder'] })}
                >
                  {Object.entries(DATE_ORDERS).map(([order, name]) => (
                    <option key={order} value={order}>
                      {t(name)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t('New jobs for this work are')} hint={t('Billed jobs show up in reports, and nobody bills them again.')}>
              {(control) => (
                <Select
                  {...control}
                  value={now.jobsAre}
                  onChange={(event) => set({ jobsAre: event.target.value === 'completed' ? 'completed' : 'billed' })}
                >
                  <option value="billed">{t('already billed')}</option>
                  <option value="completed">{t('still to be billed')}</option>
                </Select>
              )}
            </Field>
          </>
        )}
        {kind !== 'jobEntries' && (
          <Checkbox
            label={t('Rows change what is here already')}
            checked={now.isUpdating}
            onChange={(event) => set({ isUpdating: event.target.checked })}
          />
        )}
        {kind === 'employees' && (
          <Checkbox
            label={t('New people run machines, unless the file says otherwise')}
            checked={now.areOperators}
            onChange={(event) => set({ areOperators: event.target.checked })}
          />
        )}
        {isMachines && (
          <Checkbox
            label={t('New ones without a service do all services')}
            checked={now.doAllServices}
            onChange={(event) => set({ doAllServices: event.target.checked })}
          />
        )}
      </DialogBody>
    </ReadAgainDialog>
  );
};
