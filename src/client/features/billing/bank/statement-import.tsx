import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { BankStatement } from '#shared/billing/schemas/bank-statement.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { billingKey } from '#client/features/billing/billing-queries.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckIcon, UploadIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { readStatement } from './bank-calls.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { resultWords } from './statement-words.ts';

/** Reads files of the bank: chosen, or dropped anywhere on the screen. */
export const useStatementImport = () => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [isReading, setReading] = useState(false);
  const [isOver, setOver] = useState(false);
  const [asked, setAsked] = useState<{ readonly file: File; readonly tried: BankStatement } | null>(null);
  const [last, setLast] = useState<BankStatement | null>(null);
  const isOffline = useIsOffline();
  const mayImport = useCan('jobs:bill') && !isOffline;

  const keep = (statement: BankStatement) => {
    setAsked(null);
    setLast(statement);
    void client.invalidateQueries({ queryKey: billingKey(orgId) });
  };
  const read = async (file: File) => {
    setReading(true);
    try {
      const statement = await readStatement(orgId, file);
      if (statement.id === null && statement.csv !== null) {
        setAsked({ file, tried: statement });
      } else {
        keep(statement);
      }
    } catch (error) {
      notices.failure(t('The file was not read'), error);
    } finally {
      setReading(false);
    }
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(mayImport);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file && mayImport) {
        void read(file);
      }
    },
  };
  const dialog = asked && <ColumnsDialog {...asked} onKept={keep} onClose={() => setAsked(null)} />;
  return { read, isReading, isOver, mayImport, drop, last, dialog };
};
export type StatementImport = ReturnType<typeof useStatementImport>;

interface ImportButtonProps {
  readonly reading: StatementImport;
  readonly variant?: 'primary' | 'plain';
}

/** Chooses a file. */
export const ImportButton = ({ reading: { read, isReading, mayImport }, variant = 'plain' }: ImportButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Lets the same file be chosen again.
    event.target.value = '';
    if (file) {
      void read(file);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={t('File of the bank')}
        accept=".xml,.zip,.csv,.tsv,.txt,.xlsx,.c53,.c54"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <Button
        variant={variant}
        size="small"
        icon={UploadIcon}
        disabled={!mayImport}
        busyText={isReading && t('Reading...')}
        onClick={() => input.current?.click()}
      >
        {t('Import bank statement')}
      </Button>
    </>
  );
};

/** What became of the last file. */
export const ImportResult = ({ statement }: { readonly statement: BankStatement }) => (
  <div className="bank-note" role="status">
    <Note tone="field" icon={CheckIcon}>
      <b className="wrap-anywhere">{statement.fileName}</b>: {resultWords(statement)}
    </Note>
  </div>
);

interface DropZoneProps {
  readonly reading: StatementImport;
  readonly children?: ReactNode;
}

/** Where no payment is: what to do about it. */
export const DropZone = ({ reading, children }: DropZoneProps) => (
  <div className={cx('bank-drop', reading.isOver && 'bank-over')}>
    <UploadIcon className="size-9 text-act" aria-hidden="true" />
    <div>
      {children}
      <p className="text-lg/[1.3] font-[680]">{t('Drop a statement of your bank here')}</p>
      <p className="mt-1 text-ink2">{t('camt.053, camt.054, several of them in a zip file, or CSV. Only money that came in is kept.')}</p>
    </div>
    <ImportButton reading={reading} variant="primary" />
    <p className="max-w-prose text-sm text-ink2">
      {t('You see which bill each payment seems to be for. Nothing is booked until you say so.')}
    </p>
  </div>
);
