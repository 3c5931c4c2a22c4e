import { useCallback, useRef } from 'react';
import { useNotices } from '#client/components/use-notices.ts';
import { readFresh } from '#client/data/fresh-record.ts';
import type { Local, Records } from '#client/data/local-rows.ts';
import { t } from '#client/lib/texts.ts';
import type { RecordStore } from '#client/offline/public.ts';

/**
 * Returns a function that opens a form with the record as this device holds it at that moment, not as the screen read it earlier. If the
 * record is gone, it says so instead. A read takes a few milliseconds, so no loading state is shown.
 */
export const useFreshRecord = <S extends RecordStore>(store: S, orgId: number) => {
  const notices = useNotices();
  const isReading = useRef(false);
  return useCallback(
    async ({ id }: { readonly id: number }, open: (record: Local<Records[S]>) => void): Promise<void> => {
      // A second tap during the read is ignored.
      if (isReading.current) {
        return;
      }
      isReading.current = true;
      try {
        const record = await readFresh(store, orgId, id);
        if (record) {
          open(record);
        } else {
          notices.problem(t('This has been deleted in the meantime'), t('It can no longer be edited.'));
        }
      } catch (error) {
        notices.failure(t("This couldn't be loaded"), error);
      } finally {
        isReading.current = false;
      }
    },
    [store, orgId, notices],
  );
};
