import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { ImportPatch, ImportRecord } from '#shared/domain/import.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { importQuery, readAgain, readFile, runImport, undoImport } from '#client/features/import/import-calls.ts';
import { pause } from '#client/lib/pause.ts';
import { plural, t } from '#client/lib/texts.ts';

const AGAIN_AFTER_MS = 2_000;

type Busy = 'reading' | 'changing' | 'importing' | 'undoing';

/** Whether an error says that nobody answered: the same call may succeed a moment later. */
const isLost = (error: unknown): boolean => error instanceof TypeError;

/**
 * An import, from the file to the report. What it writes goes on while the screen is open, past lost connections; one that was left is gone
 * on with by a press.
 */
export const useImport = (orgId: number, id: number | null) => {
  const client = useQueryClient();
  const notices = useNotices();
  const [busy, setBusy] = useState<Busy | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const query = useQuery({ ...importQuery(orgId, id ?? 0), enabled: id !== null });
  const keep = (record: ImportRecord): ImportRecord => {
    client.setQueryData(importQuery(orgId, record.id).queryKey, record);
    return record;
  };
  const doing = async <T>(what: Busy, failed: string, work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(what);
    try {
      return await work();
    } catch (error) {
      notices.failure(failed, error);
      return undefined;
    } finally {
      setBusy(null);
    }
  };
  const runOn = async (recordId: number): Promise<ImportRecord> => {
    for (;;) {
      try {
        const now = keep(await runImport(orgId, recordId));
        if (now.state === 'done' || !isHere.current) {
          return now;
        }
      } catch (error) {
        if (!isLost(error) || !isHere.current) {
          throw error;
        }
        await pause(AGAIN_AFTER_MS);
      }
    }
  };
  return {
    record: query.data,
    isLoading: id !== null && query.isPending,
    busy,
    read: (kind: ImportKind, file: File, isAgain = false) =>
      doing('reading', t("This file couldn't be read"), async () => keep(await readFile(orgId, kind, file, isAgain))),
    change: (patch: ImportPatch) =>
      doing('changing', t("This file couldn't be read"), async () => id !== null && keep(await readAgain(orgId, id, patch))),
    run: () =>
      doing('importing', t('The import stopped'), async () => {
        if (id !== null) {
          const { written } = await runOn(id);
          notices.success(t('Import done'), plural(written, '1 row was imported.', '{count} rows were imported.'));
        }
      }),
    undo: () =>
      doing('undoing', t("The import couldn't be undone"), async () => {
        if (id === null) {
          return;
        }
        const { deleted, restored, stayed } = await undoImport(orgId, id);
        await client.invalidateQueries({ queryKey: importQuery(orgId, id).queryKey });
        notices.success(
          t('Import undone'),
          [
            plural(deleted, '1 record was deleted.', '{count} records were deleted.'),
            restored > 0 && plural(restored, '1 is as before.', '{count} are as before.'),
            stayed > 0 &&
              plural(stayed, '1 stays: it has been used or changed since.', '{count} stay: they have been used or changed since.'),
          ]
            .filter(Boolean)
            .join(' '),
        );
      }),
  };
};

export type ImportWork = ReturnType<typeof useImport>;
