import type { FastifyInstance, InjectOptions } from 'fastify';
import { contract } from '#shared/contract.ts';

export interface Injected {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly contentType: string;
  readonly text: string;
}

/** `url` as text: by it is known whether the answer has an end. */
export type Call = InjectOptions & { readonly url: string };

/** The first events of a stream that would not end by itself; then the client goes away. */
const injectAndLeave = async (app: FastifyInstance, options: Call): Promise<Injected> => {
  const answer = await app.inject({ ...options, payloadAsStream: true });
  const stream = answer.stream();
  const contentType = String(answer.headers['content-type'] ?? '');
  const isEndless = contentType.startsWith('text/event-stream') && options.method !== 'HEAD';
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (isEndless) {
      break;
    }
  }
  answer.raw.res.destroy();
  return { status: answer.statusCode, headers: answer.headers, contentType, text };
};

/** Makes a call without a socket. */
export const injectInto = async (app: FastifyInstance, options: Call): Promise<Injected> => {
  if (options.url.startsWith(contract.live.events.path)) {
    return injectAndLeave(app, options);
  }
  const answer = await app.inject(options);
  const { statusCode: status, headers, body: text } = answer;
  return { status, headers, contentType: String(headers['content-type'] ?? ''), text };
};
