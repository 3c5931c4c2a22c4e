import { useState } from 'react';
import type { BankStatement, CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { keepTable, tryTable } from './bank-calls.ts';
import { unclearWords } from './statement-words.ts';

type Table = NonNullable<BankStatement['csv']>;
type Column = Exclude<keyof CsvMapping, 'delimiter' | 'dateFormat' | 'decimal'>;

const COLUMNS = [
  ['date', 'Date'],
  ['amount', 'Amount'],
  ['payerName', 'Payer'],
  ['text', 'Text'],
  ['reference', 'Reference'],
  ['payerAccount', 'Account of the payer'],
  ['direction', 'In or out'],
  ['currency', 'Currency'],
] as const satisfies readonly (readonly [Column, PlainText])[];

const REQUIRED: readonly Column[] = ['date', 'amount'];

interface ColumnsProps {
  readonly file: File;
  readonly tried: BankStatement;
  readonly onKept: (statement: BankStatement) => void;
  readonly onClose: () => void;
}

interface MappingFieldsProps {
  readonly table: Table;
  readonly disabled: boolean;
  readonly onChange: (mapping: CsvMapping) => void;
}

const MappingFields = ({ table: { mapping, headings }, disabled, onChange }: MappingFieldsProps) => (
  <div className="grid gap-4 md:grid-cols-2">
    {COLUMNS.map(([column, words]) => (
      <Field key={column} label={t(words)} required={REQUIRED.includes(column)}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={mapping[column] ?? ''}
            onChange={({ target }) => onChange({ ...mapping, [column]: target.value === '' ? null : target.value })}
          >
            {!REQUIRED.includes(column) && <option value="">{t('No column')}</option>}
            {headings.map((heading) => (
              <option key={heading} value={heading}>
                {heading}
              </option>
            ))}
          </Select>
        )}
      </Field>
    ))}
    <Field label={t('Dates are written')}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={mapping.dateFormat}
          onChange={({ target }) => onChange({ ...mapping, dateFormat: target.value as CsvMapping['dateFormat'] })}
        >
          <option value="dmy">{t('Day first')}</option>
          <option value="mdy">{t('Month first')}</option>
          <option value="ymd">{t('Year first')}</option>
        </Select>
      )}
    </Field>
    <Field label={t('Decimals begin with')}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={mapping.decimal}
          onChange={({ target }) => onChange({ ...mapping, decimal: target.value as CsvMapping['decimal'] })}
        >
          <option value=".">{t('a point: 1,234.5')}</option>
          <option value=",">{t('a comma: 1.234,5')}</option>
        </Select>
      )}
    </Field>
  </div>
);

/** The first payments, as they would be read. */
const Preview = ({ rows }: Pick<Table, 'rows'>) => (
  <ul aria-label={t('The first payments')} className="rounded-ctl border border-line">
    {rows.map(({ bookedOn, amountCents, currency, payerName, text }, at) => (
      <li key={at} className="border-b border-line px-3.5 py-2 text-sm last:border-b-0">
        <span className="flex flex-wrap justify-between gap-x-4">
          <b className="wrap-anywhere">{payerName ?? t('Unknown payer')}</b>
          <span className="font-[640] tabular-nums">{formatMoney(amountCents, currency)}</span>
        </span>
        <span className="wrap-anywhere text-ink2">{[formatDate(bookedOn), text].filter(Boolean).join(' · ')}</span>
      </li>
    ))}
  </ul>
);

/** Says which column of the bank's table holds what. It is kept for the next file. */
export const ColumnsDialog = ({ file, tried, onKept, onClose }: ColumnsProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const [statement, setStatement] = useState(tried);
  const [isBusy, setBusy] = useState(false);
  const { csv } = statement;
  const work = async (task: () => Promise<void>) => {
    setBusy(true);
    try {
      await task();
    } catch (error) {
      notices.failure(t('The file was not read'), error);
    } finally {
      setBusy(false);
    }
  };
  if (csv === null) {
    return null;
  }
  const change = (mapping: CsvMapping) => {
    // At once, for the eye; what it reads like follows.
    setStatement({ ...statement, csv: { ...csv, mapping, rows: [], unclear: { rows: 0, words: [] } } });
    void work(async () => setStatement(await tryTable(orgId, file, mapping)));
  };
  const keep = () => work(async () => onKept(await keepTable(orgId, file, csv.mapping)));
  return (
    <Dialog
      title={t('Columns of {name}', { name: file.name })}
      size="wide"
      onClose={onClose}
      onSubmit={keep}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={csv.rows.length === 0} busyText={isBusy && t('Reading...')}>
            {plural(statement.read, 'Import {count} payment', 'Import {count} payments')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p className="text-ink2">{t('Money paid out is not kept. The columns are remembered for the next file.')}</p>
        <MappingFields table={csv} disabled={isBusy} onChange={change} />
        {csv.unclear.rows > 0 && (
          <Note tone="straw" icon={AttentionIcon}>
            {unclearWords(csv)}
          </Note>
        )}
        {csv.rows.length > 0 ? <Preview rows={csv.rows} /> : <p role="status">{t('No payment can be read with these columns.')}</p>}
      </DialogBody>
    </Dialog>
  );
};
