import type { CallOf, Endpoint, ResponseOf } from '#shared/endpoint.ts';
import type { Route } from '#shared/route.ts';
import { ApiError } from '#client/api/api-error.ts';

interface Options {
  readonly signal?: AbortSignal;
  readonly key?: string;
  /** The version of the record as it was read: the server refuses to overwrite somebody else's change. */
  readonly version?: number;
}

interface Parts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The address of a call with its parameters filled in. */
export const addressOf = (route: Route, { params = {}, query = {} }: Parts): string => {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
};

const bodyOf = (route: Route, { body }: Parts): { body?: BodyInit; headers?: Record<string, string> } => {
  if (route.body === 'bytes') {
    return { body: body as BodyInit, headers: { 'content-type': 'application/octet-stream' } };
  }
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};

/** A new unique key; `crypto.randomUUID` is missing on pages without TLS. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

type Broken = 'no-answer' | 'signed-out';
let tellBroken = (_why: Broken): void => undefined;
/** Registers the listener for calls that got no answer, or that were refused because nobody is signed in. */
export const onBroken = (listener: (why: Broken) => void): void => {
  tellBroken = listener;
};

/**
 * Only our own server echoes the key: a captive portal's page, JSON from another server or a redirect counts as no answer, like a lost
 * connection.
 */
const send = async (route: Route, parts: Parts, { signal, key = newKey(), version }: Options = {}): Promise<Response> => {
  const { headers, ...body } = bodyOf(route, parts);
  const response = await fetch(addressOf(route, parts), {
    method: route.method,
    credentials: 'same-origin',
    redirect: 'error',
    ...body,
    headers: { ...headers, 'idempotency-key': key, ...(version === undefined ? {} : { 'if-match': `"${version}"` }) },
    ...(signal ? { signal } : {}),
  });
  if (response.headers.get('idempotency-key') !== key) {
    throw new TypeError('Something other than the server answered.');
  }
  if (!response.ok) {
    throw new ApiError(response.status, response.statusText, await response.text());
  }
  return response;
};

let confirmIt = (): Promise<boolean> => Promise.resolve(false);
/**
 * Registers how to confirm the user's identity when the server requires it before a sensitive action; `ask` resolves to false if they
 * cancel.
 */
export const onConfirmNeeded = (ask: () => Promise<boolean>): void => {
  confirmIt = ask;
};

/** A request refused until the user has confirmed their identity is repeated automatically once they have. */
export const request = async (...asked: Parameters<typeof send>): Promise<Response> => {
  try {
    return await send(...asked);
  } catch (error) {
    if (error instanceof TypeError) {
      tellBroken('no-answer');
    } else if (error instanceof ApiError && error.status === 401) {
      tellBroken('signed-out');
    } else if (error instanceof ApiError && error.code === 'confirm_needed' && (await confirmIt())) {
      return request(...asked);
    }
    throw error;
  }
};

/** The content of an answer. */
export const answerOf = async <E extends Endpoint>(response: Response): Promise<ResponseOf<E>> =>
  (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;

/** A call that changes nothing. */
export type Reading = Endpoint & { readonly method: 'GET' };

/**
 * Reads with a call of the contract. Throws `ApiError` for a response that is not ok and `TypeError` where there was none; never shows a
 * toast or redirects. Changes do not go this way: see `useWrite`.
 */
export const call = async <E extends Reading>(route: Route<E>, parts: CallOf<E>, signal?: AbortSignal): Promise<ResponseOf<E>> =>
  answerOf<E>(await request(route, parts, signal ? { signal } : {}));
