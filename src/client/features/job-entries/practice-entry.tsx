import { useRef } from 'react';
import { messageOf } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import type { PracticeEntry } from '#client/entities/job-entries/practice.ts';
import { LoadedEntryDialog } from '#client/features/job-entries/job-entry-dialog.tsx';
import { practiceData, practisedEntry } from '#client/features/job-entries/practice-data.ts';
import type { EntryBeginning } from '#client/features/job-entries/use-entry-beginning.ts';
import { useEntryData } from '#client/features/job-entries/use-entry-data.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';

/** No draft is continued, and nothing was used before. */
const NOTHING_BEFORE: EntryBeginning = {
  draft: null,
  recent: { entries: [], customers: [], jobs: [], services: [], equipment: [], employees: [] },
  entriesHere: [],
};

interface PracticeEntryDialogProps {
  readonly onMade: (entry: PracticeEntry) => void;
  readonly onClose: () => void;
}

/** The real entry dialog, of which nothing is kept: no draft, no change that waits, no call (specification 7.21). */
export const PracticeEntryDialog = ({ onMade, onClose }: PracticeEntryDialogProps) => {
  const notices = useNotices();
  const units = useUnits();
  const read = useEntryData();
  const data = practiceData(read);
  const made = useRef<PracticeEntry | null>(null);
  const close = () => {
    if (made.current) {
      notices.success(t('Practice: {answer}', { answer: t('Success') }), t('Job entry created successfully'));
      onMade(made.current);
    } else {
      onClose();
    }
  };
  return read.isReady ? (
    <LoadedEntryDialog
      entry={null}
      start={{}}
      data={data}
      beginning={NOTHING_BEFORE}
      isPractice
      onSave={async (body) => {
        made.current = practisedEntry(body, data, units);
      }}
      onClose={close}
    />
  ) : (
    <Dialog title={t('Practice entry')} size="wide" opensInBody onClose={onClose} footer={<Button onClick={onClose}>{t('Cancel')}</Button>}>
      {read.error ? <Failed text={messageOf(read.error)} onRetry={onClose} /> : <Loading text={t('Loading...')} />}
    </Dialog>
  );
};
