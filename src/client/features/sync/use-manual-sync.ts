import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '#client/data/engine-context.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { devicesQuery, elsewhereWords } from '#client/features/sync/devices.ts';
import { syncNotice } from '#client/features/sync/sync-notice.ts';
import { t } from '#client/lib/texts.ts';
import { useToast } from '#client/ui/toast.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { readThisDevice } from '#client/offline/public.ts';

/** Unsent changes of an earlier install, in words; null if there are none or it is unknown. */
const useElsewhere = () => {
  const engine = useEngine();
  const client = useQueryClient();
  const { selected } = useOrganizations();
  const { id: userId } = useUser();
  return async (): Promise<string | null> => {
    if (!selected) {
      return null;
    }
    const query = devicesQuery(selected.id);
    // If the office does not answer now, an earlier answer is used; without any there is nothing to report.
    await client.prefetchQuery(query);
    const devices = client.getQueryData(query.queryKey) ?? [];
    return elsewhereWords(devices, await readThisDevice(engine), userId, Date.now());
  };
};

/** Sends what is waiting, now, and reports the result. Resolves to whether something is still waiting. */
export const useManualSync = () => {
  const engine = useEngine();
  const toast = useToast();
  const notices = useNotices();
  const readElsewhere = useElsewhere();
  const [isBusy, setBusy] = useState(false);
  const sync = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const done = await engine.sync();
      const isEmpty = done.result === 'nothing' || (done.succeeded === 0 && done.failed === 0);
      toast(syncNotice(done, engine.current().connection, isEmpty ? await readElsewhere() : null));
      return (await engine.counts()).pending > 0;
    } catch (error) {
      notices.failure(t('Sync failed'), error);
      return true;
    } finally {
      setBusy(false);
    }
  };
  return { sync, isBusy };
};
