import { useState } from 'react';
import { rescueUnsent } from '#client/data/rescue.ts';
import { rememberedUser } from '#client/data/session.ts';
import { countTry, reopenStorage, triesSoFar } from '#client/data/storage-silence.ts';
import { exportUnsent } from '#client/features/sync/export.ts';
import { t } from '#client/lib/texts.ts';
import type { Silence } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';

type Rescue = 'idle' | 'reading' | 'saved' | 'unanswered';

/** A new connection first; a page reload where that did not help. */
const tryAgain = (): void => {
  const isFirst = triesSoFar() === 0;
  countTry();
  if (!isFirst || !reopenStorage()) {
    location.reload();
  }
};

/** What the user can do while this device's storage does not answer. It disappears by itself when the storage answers. */
export const SilenceDialog = ({ silence }: { readonly silence: Silence }) => {
  const [isHidden, setHidden] = useState(false);
  const [rescue, setRescue] = useState<Rescue>('idle');
  const user = rememberedUser();
  if (isHidden) {
    return null;
  }
  const save = async () => {
    if (user) {
      setRescue('reading');
      setRescue((await rescueUnsent(user.id, (engine) => exportUnsent(engine, user, 'json'))) ? 'saved' : 'unanswered');
    }
  };
  const close = () => setHidden(true);
  return (
    <Dialog
      title={t("This device's storage is not responding")}
      size="small"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('Keep waiting')}</Button>
          <Button variant="primary" onClick={tryAgain}>
            {t('Try again')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{t('What you saved is still in it. Headland continues automatically once it responds.')}</p>
        {silence === 'unsure' && (
          <p>
            <b>{t("We don't know yet whether your last change was saved. Don't enter it again until the storage responds.")}</b>
          </p>
        )}
        {triesSoFar() > 1 && (
          <p>
            {t('Trying again did not help. Close all Headland tabs, or the whole browser, and open it again. Nothing you saved is lost.')}
          </p>
        )}
        {user && (
          <Button busyText={rescue === 'reading' && t('Reading...')} onClick={() => void save()}>
            {t('Save unsent changes as a file')}
          </Button>
        )}
        <p role="status" className="empty:hidden">
          {rescue === 'saved' && t('The file is saved.')}
          {rescue === 'unanswered' && t('The storage did not respond to this either, so there is no file.')}
        </p>
      </DialogBody>
    </Dialog>
  );
};
