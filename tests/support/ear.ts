import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { vi } from 'vitest';
import { type SeqEvent, seqEvent } from '#shared/domain/live.ts';

/** How long is waited for what comes within a second on any machine that has nothing else to do. */
const PATIENCE_MS = 30_000;

/** What was heard in a text of server-sent events; what begins with a colon is a comment, and says nothing. */
export const eventsIn = (text: string): SeqEvent[] =>
  text.split('\n\n').flatMap((block) => {
    const [, data] = /^event: seq\ndata: (.*)$/.exec(block) ?? [];
    return data === undefined ? [] : [seqEvent.parse(JSON.parse(data))];
  });

/** A listener over a real connection. */
export interface Ear {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  heard(): readonly SeqEvent[];
  /** Waits until this was heard. */
  hears(expected: SeqEvent): Promise<void>;
  /** Waits until the server ends the stream. */
  readonly ended: Promise<void>;
  /** The client goes away. */
  leave(): void;
  /** The client reads nothing more of what is sent. */
  stall(): void;
}

/** Listens at the program on this port; the answer is there when this returns. */
export const listenTo = async (port: number, headers: Record<string, string>): Promise<Ear> => {
  const request = get({ host: '127.0.0.1', port, path: '/api/live', headers, agent: false });
  // A stream that ended by itself is reported as an error as well.
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  answer.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => {
    answer.once('close', resolve);
  });
  answer.on('error', () => undefined);
  const heard = () => eventsIn(text);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    heard,
    hears: ({ organizationId, seq }) =>
      vi.waitUntil(() => heard().some((event) => event.organizationId === organizationId && event.seq === seq), {
        timeout: PATIENCE_MS,
        interval: 20,
      }) as Promise<never>,
    ended,
    leave: () => {
      answer.destroy();
    },
    stall: () => {
      answer.pause();
    },
  };
};
