import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportRecord } from '#shared/domain/import.ts';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { ColumnSelect } from '#client/features/import/column-select.tsx';
import { ReadAgainDialog } from '#client/features/import/read-again-dialog.tsx';
import { t } from '#client/lib/texts.ts';

interface ColumnsDialogProps {
  readonly orgId: number;
  readonly record: ImportRecord;
  readonly isBusy: boolean;
  readonly onSave: (columns: (string | null)[]) => Promise<void>;
  readonly onClose: () => void;
}

/** What each column becomes, one below the other: for phones, where the table has no heads. */
export const ColumnsDialog = ({ orgId, record, isBusy, onSave, onClose }: ColumnsDialogProps) => {
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  const [columns, setColumns] = useState(record.options.columns);
  return (
    <ReadAgainDialog title={t('Columns')} isBusy={isBusy} onSubmit={() => onSave(columns)} onClose={onClose}>
      <ul className="px-4 md:px-7">
        {record.heads.map((head, column) => (
          <li key={column} className="grid gap-1.5 border-b border-line py-3.5 last:border-b-0">
            <span className="text-ink2 wrap-anywhere">{head}</span>
            <ColumnSelect
              kind={record.kind}
              head={head}
              value={columns[column] ?? null}
              taken={new Set(columns)}
              fields={fields}
              disabled={false}
              onChange={(value) => setColumns(columns.with(column, value))}
            />
          </li>
        ))}
      </ul>
    </ReadAgainDialog>
  );
};
