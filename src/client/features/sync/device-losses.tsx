import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Device } from '#shared/domain/device.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { devicesQuery, type Emptied, isEmptied, lossWords } from '#client/features/sync/devices.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';

const Loss = ({ device }: { readonly device: Emptied }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const { id: orgId } = useOrganization();
  const [isBusy, setBusy] = useState(false);
  const [what = '', ...more] = lossWords(device, useUser().id, Date.now());
  const putAway = async () => {
    setBusy(true);
    try {
      const { userId, deviceId } = device;
      await callOnline(routes.devices.putAwayLoss, { params: { orgId }, body: { userId, deviceId } });
      await client.invalidateQueries(devicesQuery(orgId));
    } catch (error) {
      notices.failure(t('Failed to dismiss it'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line bg-poppy-bg px-4.5 py-3 text-poppy-fg">
      <AttentionIcon className="size-5 shrink-0 self-start" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60 text-sm/[1.45] wrap-anywhere">
        <b className="font-[640]">{what}</b> {more.join(' ')}
      </p>
      <Button size="small" busyText={isBusy && t('Dismiss')} onClick={() => void putAway()}>
        {t('Dismiss')}
      </Button>
    </li>
  );
};

/** Work that was lost with the storage of a device: shown until its user, or someone who may see other people's devices, dismisses it. */
export const DeviceLosses = ({ devices }: { readonly devices: readonly Device[] }) => {
  const emptied = devices.filter(isEmptied);
  return (
    emptied.length > 0 && (
      <ul aria-label={t('Lost changes')}>
        {emptied.map((device) => (
          <Loss key={`${device.userId} ${device.deviceId}`} device={device} />
        ))}
      </ul>
    )
  );
};
