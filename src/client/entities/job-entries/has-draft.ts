import { theEngine } from '#client/data/engine-context.tsx';
import { hasDraft as hasDraftHere } from '#client/offline/public.ts';

/** Whether this user has a draft of a job entry, in any organization. */
export const hasDraft = (userId: number): Promise<boolean> => hasDraftHere(theEngine(), `draft:${userId}:`);
