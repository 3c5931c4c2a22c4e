import { useState } from 'react';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useManualSync } from '#client/features/sync/use-manual-sync.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { UpdateIcon } from '#client/ui/icons.tsx';

interface QuestionProps {
  readonly onEnd: () => Promise<void>;
  readonly onClose: () => void;
}

/** Logging out neither loses unsent changes nor sends them, which the user should know beforehand (specification 2.6). */
export const UnsentQuestion = ({ onEnd, onClose }: QuestionProps) => {
  const { pending } = useSyncState();
  const { sync, isBusy } = useManualSync();
  const [isEnding, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await onEnd();
    onClose();
  };
  const sendFirst = async () => {
    const isLeft = await sync();
    if (!isLeft) {
      await end();
    }
  };
  return (
    <Dialog
      title={plural(pending, "{count} change hasn't been sent yet", "{count} changes haven't been sent yet")}
      size="small"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <DialogBody>
        <p>{t("They stay on this device under your name. Anyone else who signs in here can't see, send or delete them.")}</p>
        <div className="grid gap-2.5">
          <Button variant="primary" icon={UpdateIcon} busyText={isBusy && t('Syncing...')} onClick={() => void sendFirst()}>
            {t('Sync now')}
          </Button>
          <Button className="sm:whitespace-normal" busyText={isEnding && t('Logging out...')} onClick={() => void end()}>
            {t('Keep them for next time and log out')}
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  );
};
