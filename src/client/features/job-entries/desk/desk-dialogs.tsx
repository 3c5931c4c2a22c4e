import type { EntryView } from '#shared/domain/entry-view.ts';
import { KeyHelp } from '#client/components/desk/key-help.tsx';
import type { DeskHere } from '#client/data/desk-entries.ts';
import type { HintContext } from '#client/entities/job-entries/hint-words.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import type { ChangeDialogProps } from './change-dialog.tsx';
import type { DeskFilter } from './desk-filter.ts';
import type { DeskRow } from './desk-rows.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { DESK_KEYS } from './desk-keys.ts';
import { MoveDialog } from './move-dialog.tsx';
import { RowQuestion } from './row-question.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import type { DeskActs } from './use-desk-acts.ts';
import type { useEntryViews } from './use-entry-views.ts';

// It knows the entry dialog's rules for another service, and is rare.
const ChangeDialog = later<ChangeDialogProps>(async () => (await import('./change-dialog.tsx')).ChangeDialog);
// Beside the others, so that it opens without a connection, too.
void ChangeDialog.fetch().catch(() => undefined);

/** What is open above the desk. */
export type DeskDialog =
  | { readonly kind: 'filter' | 'keys' | 'save' }
  | { readonly kind: 'rename'; readonly view: EntryView | null }
  | { readonly kind: 'move' | 'change'; readonly rows: readonly DeskRow[] }
  | { readonly kind: 'ask' | 'sendBack'; readonly row: DeskRow };

interface DeskDialogsProps {
  readonly dialog: DeskDialog;
  readonly here: DeskHere | undefined;
  readonly filter: DeskFilter;
  readonly query: string;
  readonly context: HintContext;
  readonly acts: DeskActs;
  readonly views: ReturnType<typeof useEntryViews>;
  readonly keysOn: boolean;
  readonly onKeys: (isOn: boolean) => void;
  readonly onFilter: (filter: DeskFilter) => void;
  /** A view was saved: the address names it. */
  readonly onSaved: (view: EntryView) => void;
  /** The selected entries are done with. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The dialogs of the desk: at most one is open. */
export const DeskDialogs = (props: DeskDialogsProps) => {
  const { dialog, here, filter, query, context, acts, views, keysOn, onKeys, onFilter, onSaved, onDone, onClose } = props;
  switch (dialog.kind) {
    case 'filter':
      return <FilterDialog filter={filter} onApply={onFilter} onClose={onClose} />;
    case 'keys':
      return <KeyHelp keys={DESK_KEYS} isOn={keysOn} onSwitch={onKeys} onClose={onClose} />;
    case 'save':
      return (
        <SaveViewDialog
          title={t('Save view')}
          initial={{ name: '', isShared: false }}
          mayShare={views.mayShare}
          onSave={async (named) => {
            const saved = await views.create(named, query);
            if (saved) {
              onSaved(saved);
              onClose();
            }
          }}
          onClose={onClose}
        />
      );
    case 'rename':
      return (
        dialog.view && (
          <SaveViewDialog
            title={t('Rename or share')}
            initial={dialog.view}
            mayShare={views.mayShare}
            onSave={async ({ name, isShared }) => {
              if (await views.update(dialog.view?.id ?? 0, { name, isShared })) {
                onClose();
              }
            }}
            onClose={onClose}
          />
        )
      );
    case 'move':
      return (
        <MoveDialog
          rows={dialog.rows}
          onMove={(jobId) => {
            onClose();
            void acts.change(dialog.rows, () => ({ jobId })).then((isDone) => isDone && onDone());
          }}
          onClose={onClose}
        />
      );
    case 'ask':
    case 'sendBack':
      return <RowQuestion row={dialog.row} isSentBack={dialog.kind === 'sendBack'} context={context} onClose={onClose} />;
    case 'change':
      return (
        here && (
          <ChangeDialog
            rows={dialog.rows}
            services={here.services}
            fields={here.fields}
            onChange={async (bodyOf) => {
              if (await acts.change(dialog.rows, bodyOf)) {
                onDone();
              }
            }}
            onClose={onClose}
          />
        )
      );
  }
};
