import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { importKindsFor, KIND_WORDS } from '#client/components/import-kinds.ts';
import type { ListFile } from '#client/components/save-list.ts';
import { latestImportsQuery } from '#client/features/import/import-calls.ts';
import { headsOf } from '#client/features/import/import-words.ts';
import { cx } from '#client/lib/cx.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { CheckIcon, CopyIcon, DownloadIcon, RestoreIcon, UploadIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';

/** What a spreadsheet gives to the clipboard, as a file. */
const pastedFile = (text: string): File => new File([text], t('Pasted'), { type: 'text/tab-separated-values' });

interface KindLinksProps {
  readonly role: Organization['role'];
  readonly current: ImportKind;
  readonly pathOf: (kind: ImportKind) => string;
}

/** The kinds that the user may import, as chips. */
const KindLinks = ({ role, current, pathOf }: KindLinksProps) => (
  <nav aria-label={t('What to import')} className="flex flex-wrap gap-2">
    {importKindsFor(role).map((kind) => {
      const { name, icon: IconShape } = KIND_WORDS[kind];
      const isCurrent = kind === current;
      return (
        <Link
          key={kind}
          href={pathOf(kind)}
          replace
          aria-current={isCurrent ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 rounded-ctl border-[1.5px] px-3.5 font-[620] no-underline',
            isCurrent ? 'border-act bg-actsoft text-act' : 'border-edge bg-surface text-ink hover:bg-sunk',
          )}
        >
          <IconShape className="size-5" aria-hidden="true" />
          {t(name)}
        </Link>
      );
    })}
  </nav>
);

/** Saves an empty list with the heads of this kind: our own words, which are known again. */
const saveTemplate = async (organization: Organization, kind: ImportKind, as: ListFile): Promise<void> => {
  const { saveList } = await import('#client/components/save-list.ts');
  const columns = headsOf(kind).map((head) => ({ head, valueOf: () => null }));
  await saveList(as, t(KIND_WORDS[kind].name), organization, columns, []);
};

interface PasteDialogProps {
  readonly onPaste: (file: File) => void;
  readonly onClose: () => void;
}

const PasteDialog = ({ onPaste, onClose }: PasteDialogProps) => {
  const [text, setText] = useState('');
  return (
    <Dialog
      title={t('Paste from a spreadsheet')}
      size="wide"
      onClose={onClose}
      onSubmit={() => text.trim() !== '' && onPaste(pastedFile(text))}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={text.trim() === ''}>
            {t('Read')}
          </Button>
        </>
      }
    >
      <div className="p-4 md:p-7">
        <Field label={t('Cells')} hint={t('Copy the rows in your spreadsheet, with their heads, and paste them here.')}>
          {(control) => (
            <Textarea {...control} rows={10} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
      </div>
    </Dialog>
  );
};

const LatestImports = ({ orgId, pathOf }: { readonly orgId: number; readonly pathOf: (id: number) => string }) => {
  const { data = [] } = useQuery(latestImportsQuery(orgId));
  const shown = data.filter(({ state }) => state !== 'read').slice(0, 5);
  return (
    shown.length > 0 && (
      <Card>
        <CardHead title={t('Earlier imports')} />
        <ul>
          {shown.map(({ id, kind, fileName, state, written, doneAt, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-(--gap) py-2.5 last:border-b-0">
              <Link href={pathOf(id)} className="inline-flex min-h-11 items-center font-[640] wrap-anywhere text-act">
                {fileName}
              </Link>
              <span className="text-sm text-ink2">
                {t(KIND_WORDS[kind].name)}, {plural(written, '1 row', '{count} rows')}, {formatTimestamp(doneAt ?? createdAt)}
              </span>
              {state === 'takenBack' && (
                <Badge tone="stone" icon={RestoreIcon}>
                  {t('Undone')}
                </Badge>
              )}
              {state === 'done' && (
                <Badge tone="field" icon={CheckIcon}>
                  {t('Done')}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </Card>
    )
  );
};

interface ChooseFileProps {
  readonly organization: Organization;
  readonly kind: ImportKind;
  readonly isReading: boolean;
  readonly pathOfKind: (kind: ImportKind) => string;
  readonly pathOfImport: (id: number) => string;
  readonly onFile: (file: File) => void;
}

/** The first step: a file, dropped, chosen or pasted. */
export const ChooseFile = ({ organization, kind, isReading, pathOfKind, pathOfImport, onFile }: ChooseFileProps) => {
  const input = useRef<HTMLInputElement>(null);
  const isOnline = useBrowserOnline();
  const [isPasting, setPasting] = useState(false);
  const [isOver, setOver] = useState(false);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Lets the same file be chosen again.
    event.target.value = '';
    if (file) {
      onFile(file);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) {
      onFile(file);
    }
  };
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData('text/plain');
    if (file ?? text.includes('\n')) {
      event.preventDefault();
      onFile(file ?? pastedFile(text));
    }
  };
  return (
    // Ctrl V anywhere on the screen pastes; the button says so to everybody else.
    <div className="grid gap-(--gap)" onPaste={paste}>
      <KindLinks role={organization.role} current={kind} pathOf={pathOfKind} />
      {!isOnline && <Note tone="straw">{t('Importing needs a connection.')}</Note>}
      <Card>
        <div
          className={cx(
            'm-4 grid justify-items-center gap-4 rounded-card border-2 border-dashed px-5 py-10 text-center',
            isOver ? 'border-act bg-actsoft' : 'border-edge',
          )}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <UploadIcon className="size-9 text-act" aria-hidden="true" />
          <div>
            <p className="text-lg/[1.3] font-[680]">{t('Choose an Excel or CSV file')}</p>
            <p className="mt-1 text-ink2">{t(KIND_WORDS[kind].says)}</p>
          </div>
          <input
            ref={input}
            type="file"
            aria-label={t('Excel or CSV file')}
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="sr-only"
            tabIndex={-1}
            onChange={choose}
          />
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button
              variant="primary"
              icon={UploadIcon}
              disabled={!isOnline}
              busyText={isReading && t('Reading...')}
              onClick={() => input.current?.click()}
            >
              {t('Choose file')}
            </Button>
            <Button icon={CopyIcon} disabled={!isOnline || isReading} onClick={() => setPasting(true)}>
              {t('Paste')}
            </Button>
          </div>
          <p className="max-w-prose text-sm text-ink2">
            {t('You see what happens to every row before anything is saved. Nothing that is here is deleted.')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-2 border-t border-line px-4 py-2 text-sm">
          <span className="text-ink2">{t('No list yet? Start with a template:')}</span>
          {(['xlsx', 'csv'] as const).map((as) => (
            <Button key={as} variant="ghost" size="small" icon={DownloadIcon} onClick={() => void saveTemplate(organization, kind, as)}>
              {as === 'xlsx' ? t('Excel (.xlsx)') : t('CSV')}
            </Button>
          ))}
        </div>
      </Card>
      <LatestImports orgId={organization.id} pathOf={pathOfImport} />
      {isPasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onPaste={(file) => {
            setPasting(false);
            onFile(file);
          }}
        />
      )}
    </div>
  );
};
