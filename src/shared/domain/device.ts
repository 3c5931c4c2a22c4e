import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

/** The id by which a device identifies itself, in `X-Device` and in its reports. */
export const DEVICE_ID = /^[\x21-\x7e]{1,100}$/;

const NAME = because('deviceNameInvalid');
const ORGANIZATION = because('mustBeOrganizationId');
const DEVICE = because('mustBeVisibleCharacters');
const COUNT = because('mustBeZeroOrMoreWhole');
const LOST = because('mustBeOneOrMoreWhole');
const PERSON = because('mustBePersonId');
const MOMENT = because('mustBeMoment');

const count = z.int(COUNT).check(z.minimum(0, COUNT), z.maximum(LARGEST_ID, COUNT));

const deviceId = z.string(DEVICE).check(z.regex(DEVICE_ID, DEVICE));
// A clock that was never set is at 1970; no database stores the year 0.
const deviceMoment = z.iso.datetime(MOMENT).check(z.refine((text) => text >= '1970', MOMENT));

/** Unsent changes lost when the browser emptied the device's storage, under the device's id until then. */
export const lossInput = z.object({
  deviceId,
  pending: z.int(LOST).check(z.minimum(1, LOST), z.maximum(LARGEST_ID, LOST)),
  /** When they were last seen, by the device's clock. */
  lastSeenAt: deviceMoment,
});

/** A device's report about its unsent changes in one organization. */
export const deviceInput = z
  .object({
    organizationId: z.int(ORGANIZATION).check(z.minimum(1, ORGANIZATION), z.maximum(LARGEST_ID, ORGANIZATION)),
    deviceId,
    /** For people, such as `Chrome on Android`. */
    name: z.string(NAME).check(z.trim(), z.minLength(1, NAME), z.maxLength(100, NAME)),
    /** Changes that wait to be sent, and how many of them wait for a person. */
    pending: count,
    attention: count,
    /** When the oldest of them was made, by the device's clock; null: nothing waits. */
    oldestAt: z.optional(z.nullable(deviceMoment)),
    /** What was lost with its previous storage; reported until the server has acknowledged it. */
    lost: z.optional(z.nullable(lossInput)),
  })
  .check(
    z.refine((report) => report.lost?.deviceId !== report.deviceId, {
      path: ['lost', 'deviceId'],
      message: because('mustBeFormerDevice'),
    }),
  );

/** Which device, and whose; without it the caller's own. */
export const deviceKey = z.object({
  deviceId,
  userId: z.optional(z.int(PERSON).check(z.minimum(1, PERSON), z.maximum(LARGEST_ID, PERSON))),
});

/** What the office learns about losses with a device's storage. */
export const deviceLoss = z.object({
  pending: z.int(),
  /** By the device's clock. */
  lastSeenAt: z.string(),
  /** When it was reported, by the server's clock. */
  toldAt: z.string(),
});

export const device = z.object({
  deviceId: z.string(),
  name: z.string(),
  userId: z.int(),
  userName: z.string(),
  pending: z.int(),
  attention: z.int(),
  oldestAt: z.nullable(z.string()),
  /** When it last reported, by the server's clock. */
  seenAt: z.string(),
  /** Its storage was emptied, and what waited in it is lost; null: nothing is, or someone has dismissed the notice. */
  lost: z.nullable(deviceLoss),
});
export type Device = z.output<typeof device>;

export const deviceEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/devices',
    summary: 'Devices and how much each of them has not sent yet, heard of last first',
    scope: 'organization',
    capability: 'records:read',
    response: z.array(device),
  }),
  heartbeat: defineEndpoint({
    method: 'POST',
    path: '/api/sync/heartbeat',
    summary: 'Tell how much a device has not sent yet',
    scope: 'user',
    capability: null,
    body: deviceInput,
    response: null,
    isRepeatable: true,
  }),
  putAwayLoss: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/devices/put-away-loss',
    summary: 'Put away that changes were lost with the storage of a device, once that is settled',
    scope: 'organization',
    capability: 'records:read',
    body: deviceKey,
    response: null,
    isRepeatable: true,
  }),
};
