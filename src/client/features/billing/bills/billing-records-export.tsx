import { useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '#shared/billing/schemas/invoice-export.ts';
import { FORMAT_WORD, useDownloads } from './download.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { DownloadIcon } from '#client/ui/icons.tsx';

const ExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const downloads = useDownloads();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [period, setPeriod] = useState({ from: '', to: '' });
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
    if (!isBackwards && (await downloads.records(format, period))) {
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
            {EXPORT_FORMATS.map((each) => (
              <option key={each} value={each}>
                {t(FORMAT_WORD[each])}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
