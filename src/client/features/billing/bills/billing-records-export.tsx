import { useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '#shared/billing/schemas/invoice-export.ts';
import { booksErrors, DatevFields, rememberBooks, rememberedBooks } from './datev-fields.tsx';
import { FORMAT_WORD, useDownloads } from './download.ts';
import { listQueryOf, orderQueryOf, type RecordsFilter, type RecordsOrder } from './record-filter.ts';
import { conditionsOf } from './record-list-words.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { DownloadIcon } from '#client/ui/icons.tsx';

interface RecordsExportProps {
  /** Of the list that is looked at. */
  readonly filter: RecordsFilter;
  readonly order: RecordsOrder;
}

/** Accounting programs want what came first first: a bill before what takes it back. */
const isSorted = (format: ExportFormat): boolean => format === 'csv' || format === 'records';

/** What narrows the list besides its days, in words. */
const narrowing = (filter: RecordsFilter): string =>
  [filter.q.trim(), ...conditionsOf({ ...filter, from: null, to: null }).map(([words]) => words)].filter(Boolean).join(', ');

const ExportDialog = ({ filter, order, onClose }: RecordsExportProps & { readonly onClose: () => void }) => {
  const downloads = useDownloads();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { id: orgId, country } = useOrganization();
  const [period, setPeriod] = useState({ from: filter.from ?? '', to: filter.to ?? '' });
  const [books, setBooks] = useState(() => rememberedBooks(orgId));
  const [isTried, setTried] = useState(false);
  const isDatev = format === 'datev';
  const errors = isDatev ? booksErrors(books) : {};
  // Only tax advisers in Germany ask for it.
  const formats = EXPORT_FORMATS.filter((each) => each !== 'datev' || country === 'DE');
  const isBackwards = period.from !== '' && period.to !== '' && period.from > period.to;
  const day = (name: 'from' | 'to', label: string, error?: string) => (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={period[name]}
          onChange={(event) => setPeriod((before) => ({ ...before, [name]: event.target.value }))}
        />
      )}
    </Field>
  );
  const submit = async () => {
    setTried(true);
    if (isBackwards || Object.keys(errors).length > 0) {
      return;
    }
    if (isDatev) {
      rememberBooks(orgId, books);
    }
    const wanted = listQueryOf({ ...filter, from: period.from || null, to: period.to || null });
    if (await downloads.records(format, { ...wanted, ...(isSorted(format) ? orderQueryOf(order) : {}) }, isDatev ? books : {})) {
      onClose();
    }
  };
  return (
    <FormDialog
      title={t('Export billing records')}
      submitLabel={t('Download')}
      busyText={downloads.isBusy && t('Loading...')}
      onSubmit={submit}
      onClose={onClose}
    >
      {narrowing(filter) !== '' && <p className="text-sm text-ink2">{t('As in the list: {filters}', { filters: narrowing(filter) })}</p>}
      <Field label={t('Format')}>
        {(control) => (
          <Select
            {...control}
            value={format}
            onChange={(event) => setFormat(EXPORT_FORMATS.find((each) => each === event.target.value) ?? 'csv')}
          >
            {formats.map((each) => (
              <option key={each} value={each}>
                {t(FORMAT_WORD[each])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isDatev && <DatevFields books={books} errors={isTried ? errors : {}} onChange={setBooks} />}
      <div className="grid gap-3 sm:grid-cols-2">
        {day('from', t('Issued from'))}
        {day('to', t('Issued until'), isBackwards ? t('The last day is before the first.') : undefined)}
      </div>
    </FormDialog>
  );
};

/** The records of the list, or those of a period, as one file for a spreadsheet or an accounting program. */
export const RecordsExport = (list: RecordsExportProps) => {
  const isOffline = useIsOffline();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={DownloadIcon} disabled={isOffline} onClick={() => setOpen(true)}>
        {t('Export')}
      </Button>
      {isOpen && <ExportDialog {...list} onClose={() => setOpen(false)} />}
    </>
  );
};
