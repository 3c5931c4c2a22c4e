import { queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import type { Device } from '#shared/domain/device.ts';
import { call } from '#client/api/call.ts';
import { deviceWords } from '#client/data/device.ts';
import { plural, t } from '#client/lib/texts.ts';
import { dayWords, momentWords } from '#client/lib/ages.ts';
import type { ThisDevice } from '#client/offline/public.ts';

const READ_EVERY_MS = 10_000;

/** Devices that the office has heard from: the user's own, and everybody's for users who may see them. Only the server knows them. */
export const devicesQuery = (orgId: number) =>
  queryOptions({
    // Not below the organization's key, which is refetched with every change of a record.
    queryKey: ['sync', 'devices', orgId],
    queryFn: ({ signal }) => call(routes.devices.list, { params: { orgId } }, signal),
    staleTime: 0,
    // Other devices report at their own pace; only this screen polls, and only while it is open.
    refetchInterval: READ_EVERY_MS,
  });

const DAY_MS = 86_400_000;

/** Whether the device holds unsent changes and has not been heard from for a day. */
export const isOverdue = ({ pending, seenAt }: Device, now: number): boolean => pending > 0 && now - Date.parse(seenAt) > DAY_MS;

/** A device whose storage was emptied, and what was lost with it. */
export type Emptied = Device & { readonly lost: NonNullable<Device['lost']> };

export const isEmptied = (device: Device): device is Emptied => device.lost !== null;

/** What was lost, since when, and who can replace it. */
export const lossWords = ({ lost, name, userId, userName }: Emptied, ownId: number, now: number): readonly string[] => [
  t('Storage emptied ({device}): {changes} lost.', {
    device: deviceWords(name),
    changes: plural(lost.pending, '{count} unsent change', '{count} unsent changes'),
  }),
  t('Last seen there {moment}.', { moment: momentWords(Date.parse(lost.lastSeenAt), now) }),
  userId === ownId ? t('Please re-enter what is missing.') : t('Ask {person} to re-enter what is missing.', { person: userName }),
];

/**
 * What the office last heard of unsent changes on the same kind of browser of the same user that are not on this device: storage that was
 * cleared, or another device of the same kind; otherwise what a storage of theirs is known to have lost. Null if there is nothing to
 * report.
 */
export const elsewhereWords = (devices: readonly Device[], here: ThisDevice, userId: number, now: number): string | null => {
  const last = devices.find(
    (device) => device.userId === userId && device.name === here.name && device.deviceId !== here.deviceId && device.pending > 0,
  );
  if (last !== undefined) {
    return t('An earlier install on {device}, or another device of yours, had {changes} {day}. They are not on this device.', {
      device: deviceWords(last.name),
      changes: plural(last.pending, '{count} unsent change', '{count} unsent changes'),
      day: dayWords(Date.parse(last.seenAt), now),
    });
  }
  const emptied = devices.filter(isEmptied).find((device) => device.userId === userId);
  return emptied === undefined ? null : lossWords(emptied, userId, now).join(' ');
};
