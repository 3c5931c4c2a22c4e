import type { Answer, Net, WireRequest } from '#client/offline/engine/ports.ts';

type Init = Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> };
type Fetch = (path: string, init: Init) => Promise<Response>;

const JSON_TYPE = /^application\/(problem\+)?json\s*(;|$)/i;

const parse = (type: string, text: string): { json: unknown; isJson: boolean } => {
  if (text === '') {
    return { json: undefined, isJson: true };
  }
  if (!JSON_TYPE.test(type)) {
    return { json: undefined, isJson: false };
  }
  try {
    return { json: JSON.parse(text) as unknown, isJson: true };
  } catch {
    // Half an answer, or a portal that declares its page to be JSON.
    return { json: undefined, isJson: false };
  }
};

const ask = async (send: Fetch, { method, path, headers, body, timeoutMs }: WireRequest): Promise<Answer> => {
  const response = await send(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    // A portal's redirect is not an answer; if it were followed, its page would look like one.
    redirect: 'error',
    credentials: 'same-origin',
    cache: 'no-store',
    // The timeout covers the body as well.
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  return {
    kind: 'answer',
    status: response.status,
    ...parse(response.headers.get('content-type') ?? '', text),
    headers: Object.fromEntries(response.headers),
  };
};

/** The network as the browser has it. Tests in Node pass a `fetch` that knows the server's address and the session's cookie. */
export const fetchNet = ({ fetch: send = (path, init) => fetch(path, init) }: { readonly fetch?: Fetch } = {}): Net => ({
  // Why no answer came does not matter: a browser does not tell a network timeout from a refused redirect.
  send: (request) => ask(send, request).catch(() => ({ kind: 'none' })),
});
