import type { FastifyReply, FastifyRequest } from 'fastify';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

type Kind = 'requests' | 'strangers' | 'uploads' | 'wholeLists' | 'largeBodies';

interface Visit {
  /** Whose turns the request takes. */
  readonly of: string;
  readonly releases: (() => void)[];
  isOver: boolean;
}

/** Turns of requests: what one account does leaves the others at their usual speed (decision 0036). */
export interface AtWork {
  /** Says which account, or network of strangers, asks, as soon as it is known. Its turns end with the answer, or when the client goes away. */
  welcome(request: FastifyRequest, reply: FastifyReply, of: string): void;
  /** Waits for a turn of this kind; 429 where the account waits for too many already. */
  enter(kind: Kind, request: FastifyRequest): Promise<void>;
}

/** What all requests of one server share. */
export const createAtWork = (): AtWork => {
  const turns = {
    requests: createTurns(TURNS.requests),
    strangers: createTurns(TURNS.strangers),
    uploads: createTurns(TURNS.uploads),
    wholeLists: createTurns(TURNS.wholeLists),
    largeBodies: createTurns(TURNS.largeBodies),
  };
  const visits = new WeakMap<FastifyRequest, Visit>();
  return {
    welcome: (request, reply, of) => {
      const visit: Visit = { of, releases: [], isOver: false };
      visits.set(request, visit);
      const leave = (): void => {
        visit.isOver = true;
        visit.releases.splice(0).forEach((release) => release());
      };
      reply.raw.once('finish', leave);
      reply.raw.once('close', leave);
      if (reply.raw.destroyed || request.raw.socket.destroyed) {
        // Gone before it was known who they are: neither event comes any more.
        leave();
      }
    },
    enter: async (kind, request) => {
      const visit = visits.get(request);
      if (!visit) {
        throw new Error('A request without an account waits for a turn.');
      }
      const release = await turns[kind].take(visit.of);
      if (visit.isOver) {
        // The client went away while it waited.
        release();
      } else {
        visit.releases.push(release);
      }
    },
  };
};
