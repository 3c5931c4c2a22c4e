import { useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '#shared/billing/schemas/invoice-export.ts';
import { booksErrors, DatevFields, rememberBooks, rememberedBooks } from './datev-fields.tsx';
import { FORMAT_WORD, useDownloads } from './download.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { DownloadIcon } from '#client/ui/icons.tsx';

const ExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const downloads = useDownloads();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { id: orgId, country } = useOrganization();
  const [period, setPeriod] = useState({ from: '', to: '' });
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
    if (await downloads.records(format, period, isDatev ? books : {})) {
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

/** All billing records, or those of a period, as one file for a spreadsheet or an accounting program. */
export const RecordsExport = () => {
  const isOffline = useIsOffline();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={DownloadIcon} disabled={isOffline} onClick={() => setOpen(true)}>
        {t('Export')}
      </Button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  );
};
