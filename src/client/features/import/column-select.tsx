import type { ImportKind } from '#shared/domain/import-kinds.ts';
import { IMPORT_FIELDS, ownFieldColumn } from '#shared/domain/import.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { fieldLabel } from '#client/features/import/import-words.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { Select } from '#client/ui/field.tsx';

/** Kinds of data fields that a cell can hold. */
const HELD = new Set(['text', 'textarea', 'number', 'boolean', 'date', 'select', 'dropdown']);

interface ColumnSelectProps {
  readonly kind: ImportKind;
  /** What stands above the column in the file. */
  readonly head: string;
  readonly value: string | null;
  /** What other columns hold: a field is taken once. */
  readonly taken: ReadonlySet<string | null>;
  readonly fields: readonly CustomDataField[];
  readonly disabled: boolean;
  readonly onChange: (value: string | null) => void;
}

/** What a column of the file becomes. */
export const ColumnSelect = ({ kind, head, value, taken, fields, disabled, onChange }: ColumnSelectProps) => {
  const isFree = (field: string): boolean => field === value || !taken.has(field);
  const own =
    kind === 'jobEntries' ? fields.filter((field) => field.isActive && columnOf(field) === null && HELD.has(field.fieldType)) : [];
  return (
    <Select
      aria-label={t('Column {head} becomes', { head })}
      value={value ?? ''}
      disabled={disabled}
      placeholder={t('Not imported')}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      className={cx('min-h-11! min-w-30 py-0! text-sm font-[620]', value === null && 'border-dashed')}
    >
      {IMPORT_FIELDS[kind].filter(isFree).map((field) => (
        <option key={field} value={field}>
          {fieldLabel(kind, field)}
        </option>
      ))}
      {own
        .filter(({ id }) => isFree(ownFieldColumn(id)))
        .map(({ id, name }) => (
          <option key={id} value={ownFieldColumn(id)}>
            {name}
          </option>
        ))}
    </Select>
  );
};
