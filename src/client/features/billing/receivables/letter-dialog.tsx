import { useState } from 'react';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { MailIcon } from '#client/ui/icons.tsx';
import type { ReceivableRow } from './receivable-rows.ts';
import { letterWord } from './receivable-words.ts';

interface LetterDialogProps {
  readonly row: ReceivableRow;
  readonly text: string | undefined;
  readonly canMail: boolean;
  readonly onKeep: (text: string) => void;
  /** Sends it with these words. */
  readonly onMail: (text: string) => void;
  readonly onClose: () => void;
}

/** The words of one letter, before it goes. Its list of bills, fee and interest follow by themselves. */
export const LetterDialog = ({ row, text, canMail, onKeep, onMail, onClose }: LetterDialogProps) => {
  const recipients = row.letter?.recipients ?? [];
  const [words, setWords] = useState(text ?? row.letter?.text ?? '');
  return (
    <Dialog
      title={`${letterWord(row.letter?.level ?? 1)}, ${row.businessName}`}
      size="wide"
      onClose={onClose}
      onSubmit={() => onKeep(words)}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {canMail && recipients.length > 0 && (
            <Button icon={MailIcon} onClick={() => onMail(words)}>
              {t('Email now')}
            </Button>
          )}
          <Button type="submit" variant="primary">
            {t('Keep the text')}
          </Button>
        </>
      }
    >
      <DialogBody>
        {canMail && (
          <p className="wrap-anywhere">
            {recipients.length === 0 ? t('No email address') : t('By email to {addresses}', { addresses: recipients.join(', ') })}
          </p>
        )}
        <p>{t('The list of bills, the fee and the interest follow below these words.')}</p>
        <Field label={t('Text')}>
          {(control) => <Textarea {...control} rows={9} value={words} onChange={({ target }) => setWords(target.value)} />}
        </Field>
      </DialogBody>
    </Dialog>
  );
};
