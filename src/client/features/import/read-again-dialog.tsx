import type { ReactNode } from 'react';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

interface ReadAgainDialogProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Says how a file is to be read, which is then read again. */
export const ReadAgainDialog = ({ title, isBusy, onSubmit, onClose, children }: ReadAgainDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    onSubmit={onSubmit}
    footer={
      <>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busyText={isBusy && t('Reading...')}>
          {t('Read again')}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);
