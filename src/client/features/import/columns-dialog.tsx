import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportRecord } from '#shared/domain/import.ts';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { ColumnSelect } from '#client/features/import/column-select.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

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
    <Dialog
      title={t('Columns')}
      onClose={onClose}
      onSubmit={() => onSave(columns)}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busyText={isBusy && t('Reading...')}>
            {t('Read again')}
          </Button>
        </>
      }
    >
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
              onChange={(value) => setColumns(columns.map((before, index) => (index === column ? value : before)))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
