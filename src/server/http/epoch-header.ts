import type { FastifyReply } from 'fastify';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { EpochMoved, type Database } from '#server/db/database.ts';

/** Puts this epoch into the answer. */
export const nameEpoch = (reply: FastifyReply, epoch: string): void => void reply.header('x-server-epoch', epoch);

/** Refuses work that was begun in another epoch, and names the current one. */
export const refuseMoved = (reply: FastifyReply, error: unknown): unknown => {
  if (!(error instanceof EpochMoved)) {
    return error;
  }
  nameEpoch(reply, error.epoch);
  return refusal('epoch_changed', 'epochChanged');
};

/** The database for a request; its writes take effect in the epoch in which the caller was authenticated, or not at all. */
export const databaseIn = (db: Database, epoch: string | null): Database => (epoch === null ? db : db.within(epoch));

/**
 * A read during which another epoch began may mix both, and the answer names one: the request is refused, to be sent again. Every
 * connection checks the epoch before anything is read through it, so this process knows.
 */
export const requireOneEpoch = ({ epochs }: Database, epoch: string | null): void => {
  if (epochs !== undefined && epoch !== null && epochs.latest() !== epoch) {
    throw new AppError('unavailable', refusalMessage('databasePutBack'), { retryAfterSeconds: 1 });
  }
};
