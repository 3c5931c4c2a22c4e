import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bill, Parting } from '#shared/billing/schemas/bill.ts';
import { deleteAction, editAction } from '#client/components/record-actions.tsx';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { AddedRow } from './added-row.tsx';
import { measuredWords } from './billed-once.tsx';
import { PartingDialog } from './parting-dialog.tsx';
import { partedOf, putParting } from './parting-words.ts';
import { useBillNames } from '#client/features/billing/bills/use-bill-names.ts';
import { formatDecimal } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';

interface PartingRowsProps {
  readonly partings: readonly Parting[];
  readonly bill: Bill;
  readonly isOffline: boolean;
  readonly isBusy: boolean;
  /** Saves all of them and returns whether that worked. */
  readonly onSave: (partings: Parting[]) => Promise<boolean>;
}

/** How numbers of entries are split among machines; each split is edited in a dialog or removed. */
export const PartingRows = ({ partings, bill, isOffline, isBusy, onSave }: PartingRowsProps) => {
  const { id: orgId } = useOrganization();
  const names = useBillNames();
  const units = useUnits();
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  const [openAt, setOpenAt] = useState<number | null>(null);
  const ofParting = (each: Parting) => partedOf(each, bill, (id) => fields.find((field) => field.id === id)?.name ?? '');
  const open = openAt === null ? undefined : partings[openAt];
  const reason = isOffline ? t('This needs a connection.') : undefined;
  return (
    <>
      {partings.map((each, index) => {
        const number = ofParting(each);
        const shares = each.shares
          .map(({ equipmentId, quantity }) => `${names.machine(equipmentId)}: ${formatDecimal(quantity)}`)
          .join(', ');
        return (
          <AddedRow
            key={`${each.entryId} ${each.column ?? each.fieldId}`}
            title={[measuredWords(number, units), number.date && formatDate(number.date)].filter(Boolean).join(', ')}
            detail={number.isHeld ? shares : `${shares}. ${t('This no longer applies: the entry has changed.')}`}
            actions={[editAction(() => setOpenAt(index), reason), deleteAction(() => void onSave(partings.toSpliced(index, 1)), reason)]}
          />
        );
      })}
      {open && (
        <PartingDialog
          number={ofParting(open)}
          value={open}
          isBusy={isBusy}
          onSave={(made) => onSave(putParting(partings, made))}
          onClose={() => setOpenAt(null)}
        />
      )}
    </>
  );
};
