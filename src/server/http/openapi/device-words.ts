import { type FieldWords, say } from '#server/http/openapi/say.ts';

/** What is said of the fields of devices, and of what is used. */
export const DEVICE_WORDS: Readonly<Record<string, FieldWords>> = {
  'Usage.items': say('In no order that means anything.', []),
  'UsageItem.kind': say(
    'What is limited. `organizations` are those that the asking person owns, `invitations` those that they made.',
    'bytes',
  ),
  'UsageItem.used': say('How much is used.', 1_200_000_000),
  'UsageItem.most': say('How much there may be.', 100_000_000_000),
  'UsageItem.windowSeconds': say('Within so many seconds until now; null: at once.', null),
  'Device.deviceId': say('The word by which the device calls itself, also in `X-Device`.', 'cab-tablet-2'),
  'Device.name': say('What people call it.', 'Chrome on Android'),
  'Device.userId': say('Who works on it.', 5),
  'Device.userName': say('The name of who works on it.', 'Dana Halvorsen'),
  'Device.pending': say('Changes that it has not sent yet.', 4),
  'Device.attention': say('How many of these wait for a person.', 1),
  'Device.oldestAt': say('When the oldest of these was made, by the device’s clock.', '2025-06-14T17:05:31.250Z', 'date-time'),
  'Device.seenAt': say('When it was heard of last, to the minute.', '2025-06-15T06:40:02.007Z', 'date-time'),
  'Device.lost': say(
    'What went with its storage when the browser emptied that; null: nothing, or it is settled. A device tells it once.',
    null,
  ),
  'DeviceLoss.deviceId': say('What the device called itself before its storage was emptied.', 'cab-tablet-1'),
  'DeviceLoss.pending': say('Changes that were not sent and are gone.', 2),
  'DeviceLoss.lastSeenAt': say('When they were last seen there, by the device’s clock.', '2025-06-14T17:05:31.250Z', 'date-time'),
  'DeviceLoss.toldAt': say('When the device told of it.', '2025-06-15T06:40:02.007Z', 'date-time'),
  'DeviceKey.userId': say('Who works on it; without it the caller.', 5),
  'DeviceKey.deviceId': say('The word by which the device calls itself.', 'cab-tablet-1'),
};
