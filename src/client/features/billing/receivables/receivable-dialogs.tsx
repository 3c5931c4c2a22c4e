import { RecordPaymentDialog } from '#client/features/billing/payments/record-payment-dialog.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { overdueIn, type ReceivableRow } from './receivable-rows.ts';
import { StatementDialog } from './statement-dialog.tsx';
import type { useReminding } from './use-reminding.ts';

/** A question about these customers. */
export interface ReceivableDialog {
  readonly kind: 'payment' | 'statement' | 'letter' | 'note' | 'keys';
  readonly rows: readonly ReceivableRow[];
}

interface ReceivableDialogsProps {
  readonly dialog: ReceivableDialog;
  readonly today: string;
  readonly canMail: boolean;
  readonly reminding: ReturnType<typeof useReminding>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Of several customers what is late is paid; of one, any of their bills. */
const payableBills = (rows: readonly ReceivableRow[]) => {
  const late = overdueIn(rows);
  return rows.flatMap(({ bills, currency }) =>
    bills.filter((bill) => rows.length === 1 || late.length === 0 || bill.daysLate > 0).map((bill) => ({ ...bill, currency })),
  );
};

export const ReceivableDialogs = ({ dialog: { kind, rows }, today, canMail, reminding, onDone, onClose }: ReceivableDialogsProps) => {
  const [row] = rows;
  if (row === undefined) {
    return null;
  }
  const done = () => {
    onDone();
    onClose();
  };
  switch (kind) {
    case 'payment':
      return (
        <RecordPaymentDialog
          bills={payableBills(rows)}
          payer={rows.map(({ businessName }) => businessName).join(', ')}
          onDone={onDone}
          onClose={onClose}
        />
      );
    case 'statement':
      return <StatementDialog row={row} today={today} canMail={canMail} onClose={onClose} />;
    case 'note':
      return <NoteDialog rows={rows} today={today} onDone={done} onClose={onClose} />;
    case 'letter':
      return (
        <LetterDialog
          row={row}
          text={reminding.texts.get(row.id)}
          canMail={canMail}
          onKeep={(text) => {
            reminding.setText(row.id, text);
            onClose();
          }}
          onMail={(text) => {
            void reminding.mail([row], text).then(onClose);
          }}
          onClose={onClose}
        />
      );
    case 'keys':
      return null;
  }
};
