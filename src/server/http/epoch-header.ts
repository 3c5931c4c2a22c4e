import type { FastifyReply } from 'fastify';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { EpochMoved, type Database } from '#server/db/database.ts';

/** The answer tells of this epoch. */
export const nameEpoch = (reply: FastifyReply, epoch: string): void => void reply.header('x-server-epoch', epoch);

/** Refuses what was begun in another epoch, and names the one that holds. */
export const refuseMoved = (reply: FastifyReply, error: unknown): unknown => {
  if (!(error instanceof EpochMoved)) {
    return error;
  }
  nameEpoch(reply, error.epoch);
  return refusal('epoch_changed', 'epochChanged');
};

/** The database for a request; what it writes takes effect in the epoch in which it was found who asks, or not at all. */
export const databaseIn = (db: Database, epoch: string | null): Database => (epoch === null ? db : db.within(epoch));

/**
 * What was read while another epoch began may be of both, and the answer names one: it is asked for again. Every connection looks at the epoch
 * before anything is read by it, so this process knows.
 */
export const requireOneEpoch = ({ epochs }: Database, epoch: string | null): void => {
  if (epochs !== undefined && epoch !== null && epochs.latest() !== epoch) {
    throw new AppError('unavailable', refusalMessage('databasePutBack'), { retryAfterSeconds: 1 });
  }
};
