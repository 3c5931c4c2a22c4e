import type { FastifyReply, FastifyRequest } from 'fastify';
import { ofRequest } from '#server/http/of-request.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

type Kind = 'requests' | 'strangers' | 'uploads' | 'wholeLists' | 'largeBodies';

interface Visit {
  /** The party whose turns the request takes. */
  readonly party: string;
  /** Ends the turns that it has. */
  readonly releases: Map<Kind, () => void>;
  isOver: boolean;
}

/** Turns of requests: what one account does leaves the others at their usual speed (decision 0036). */
export interface RequestTurns {
  /**
   * Names the account, or network of strangers, that makes the request, as soon as it is known. Its turns end with the answer, or when the
   * client disconnects.
   */
  identify(request: FastifyRequest, reply: FastifyReply, party: string): void;
  /** Waits for a turn of this kind, unless the request has one; 429 if too many of the account wait already. */
  enter(kind: Kind, request: FastifyRequest): Promise<void>;
}

/** What all requests of one server share. */
export const createRequestTurns = (): RequestTurns => {
  const turns = {
    requests: createTurns(TURNS.requests),
    strangers: createTurns(TURNS.strangers),
    uploads: createTurns(TURNS.uploads),
    wholeLists: createTurns(TURNS.wholeLists),
    largeBodies: createTurns(TURNS.largeBodies),
  };
  const visits = ofRequest<Visit>('visit');
  return {
    identify: (request, reply, party) => {
      const visit: Visit = { party, releases: new Map(), isOver: false };
      visits.set(request, visit);
      const leave = (): void => {
        visit.isOver = true;
        visit.releases.forEach((release) => release());
      };
      reply.raw.once('finish', leave);
      reply.raw.once('close', leave);
      if (reply.raw.destroyed || request.raw.socket.destroyed) {
        // Disconnected before it was known who they are: neither event comes anymore.
        leave();
      }
    },
    enter: async (kind, request) => {
      const visit = visits.get(request);
      if (!visit) {
        throw new Error('A request without an account waits for a turn.');
      }
      if (visit.releases.has(kind)) {
        return;
      }
      const release = await turns[kind].take(visit.party);
      if (visit.isOver) {
        // The client disconnected while it waited.
        release();
      } else {
        visit.releases.set(kind, release);
      }
    },
  };
};
