import { useQuery } from '@tanstack/react-query';
import type { Device } from '#shared/domain/device.ts';
import { messageOf } from '#client/api/api-error.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { agoWords, momentWords } from '#client/lib/ages.ts';
import { deviceWords } from '#client/data/device.ts';
import { DeviceLosses } from '#client/features/sync/device-losses.tsx';
import { devicesQuery, elsewhereWords, isOverdue } from '#client/features/sync/devices.ts';
import { t } from '#client/lib/texts.ts';
import { Badge, Chip } from '#client/ui/badge.tsx';
import { Note } from '#client/ui/note.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { MoreRows } from '#client/ui/more-rows.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';
import { readThisDevice } from '#client/offline/public.ts';

const useDevices = () => {
  const engine = useEngine();
  const { id: orgId } = useOrganization();
  const { data: here } = useQuery({ queryKey: ['sync', 'this-device'], queryFn: () => readThisDevice(engine) });
  return { here, query: useQuery(devicesQuery(orgId)) };
};

/** Unsent changes of an earlier install that are not here: a fresh database must not look as if nothing had been lost. */
export const ElsewhereNote = () => {
  const { id: userId } = useUser();
  const { here, query } = useDevices();
  const words = here && query.data ? elsewhereWords(query.data, here, userId, Date.now()) : null;
  return (
    words !== null && (
      <Note tone="straw" icon={AttentionIcon}>
        {words}
      </Note>
    )
  );
};

const DeviceTable = ({ devices, thisId }: { readonly devices: readonly Device[]; readonly thisId: string | null }) => {
  const now = Date.now();
  const showsPeople = useCan('devices:readOfOthers');
  const name = (device: Device) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {deviceWords(device.name)}
      {device.deviceId === thisId && <Chip>{t('This device')}</Chip>}
    </span>
  );
  const unsent = (device: Device) =>
    device.lost !== null ? (
      <Badge tone="poppy" icon={AttentionIcon}>
        {t('Storage emptied')}
      </Badge>
    ) : isOverdue(device, now) ? (
      <Badge tone="poppy" icon={AttentionIcon}>
        {t('{count} unsent', { count: device.pending })}
      </Badge>
    ) : device.pending === 0 ? (
      t('All sent')
    ) : (
      t('{count} unsent', { count: device.pending })
    );
  const seen = ({ seenAt }: Device) => agoWords(Date.parse(seenAt), now);
  const oldest = ({ oldestAt }: Device) => (oldestAt === null ? '' : momentWords(Date.parse(oldestAt), now));
  return (
    <DataTable
      label={t('Devices')}
      rows={devices}
      keyOf={({ deviceId, userId }) => `${deviceId} ${userId}`}
      mark={(device) => (isOverdue(device, now) || device.lost !== null ? 'attention' : undefined)}
      columns={[
        { head: t('Device'), cell: name },
        ...(showsPeople ? [{ head: t('Person'), cell: ({ userName }: Device) => userName }] : []),
        { head: t('Last contact'), cell: seen },
        { head: t('Unsent changes'), cell: unsent },
        { head: t('Oldest'), cell: oldest },
      ]}
      card={(device) => ({
        small: showsPeople ? device.userName : undefined,
        title: name(device),
        meta: (
          <>
            <span>{unsent(device)}</span>
            <span>{t('Last contact {ago}', { ago: seen(device) })}</span>
          </>
        ),
      })}
    />
  );
};

/** Which devices hold work that the office does not have yet: the user's own, for managers everybody's. Only the office knows them. */
export const DevicesCard = () => {
  const { connection } = useSyncState();
  const { here, query } = useDevices();
  return (
    <Card>
      <CardHead title={t('Devices')} />
      {connection === 'offline' ? (
        <p className="p-4.5 text-ink2">{t('Devices appear when you are back online.')}</p>
      ) : query.data ? (
        <>
          <DeviceLosses devices={query.data} />
          <MoreRows rows={query.data}>{(rows) => <DeviceTable devices={rows} thisId={here?.deviceId ?? null} />}</MoreRows>
        </>
      ) : query.isPending ? (
        <Loading text={t('Loading devices...')} rows={2} />
      ) : (
        <Failed text={messageOf(query.error)} onRetry={() => void query.refetch()} />
      )}
    </Card>
  );
};
