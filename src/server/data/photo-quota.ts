import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import { megabytes } from '#shared/lib/megabytes.ts';
import { addAttempt } from '#server/data/attempts.ts';
import type { Database } from '#server/db/database.ts';
import { type Limits, windowOf } from '#server/limits.ts';
import type { Message } from '#shared/messages/message.ts';

const KIB = 1024;
/** The device retries by itself, and other changes go in the meantime. */
const RETRY_AFTER_SECONDS = 900;

const noRoom = (message: Message): AppError => new AppError('no_room', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Refuses files whose total size would exceed the organization's limit. */
export const requirePhotoQuotaFor = (bytes: number, { bytesPerOrganization: most }: Limits): void => {
  if (bytes > most) {
    throw noRoom(refusalMessage('roomOfOrganizationFull', { room: megabytes(most) }));
  }
};

/** The total size of the organization's files, and of those among them that this account has sent and no entry has named yet. */
export const bytesHeld = async (db: Database, organizationId: number, userId: number): Promise<{ all: number; unused: number }> => {
  const [row] = await db.query<{ all: number; unused: number }>({
    name: 'bytes-held',
    text: `select coalesce(sum(byte_length), 0)::float8 as "all",
                  coalesce(sum(byte_length) filter (where unused_of = $2), 0)::float8 as unused
             from photos where organization_id = $1`,
    values: [organizationId, userId],
  });
  return row ?? { all: 0, unused: 0 };
};

/** Which file was added, by whom, and what the settings allow. */
export interface Added {
  readonly organizationId: number;
  readonly userId: number;
  readonly byteLength: number;
  readonly now: Date;
  readonly limits: Limits;
}

/** Refuses the file whose row was just added, in the same transaction, if it is one too many. */
export const requirePhotoQuota = async (db: Database, { organizationId, userId, byteLength, now, limits }: Added): Promise<void> => {
  const { all, unused } = await bytesHeld(db, organizationId, userId);
  requirePhotoQuotaFor(all, limits);
  if (unused > limits.unusedBytesPerAccount) {
    throw noRoom(refusalMessage('roomOfUnusedFull', { room: megabytes(limits.unusedBytesPerAccount) }));
  }
  const windowSeconds = windowOf('bytesSentPerAccount');
  const kib = Math.ceil(byteLength / KIB);
  const sent = await addAttempt(db, `bytesOfAccount:${userId}`, windowSeconds, now, kib);
  if (sent * KIB > limits.bytesSentPerAccount + KIB) {
    throw noRoom(refusalMessage('roomOfDayFull', { room: megabytes(limits.bytesSentPerAccount) }));
  }
};
