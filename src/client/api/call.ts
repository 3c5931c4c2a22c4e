import type { CallOf, Endpoint, ResponseOf } from '#shared/endpoint.ts';
import type { contract } from '#shared/contract.ts';
import { ApiError } from '#client/api/api-error.ts';

interface Options {
  readonly signal?: AbortSignal;
  readonly key?: string;
}

interface Parts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The address of a call with its parameters filled in. */
const addressOf = (endpoint: Endpoint, { params = {}, query = {} }: Parts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
};

const bodyOf = (endpoint: Endpoint, { body }: Parts): { body?: BodyInit; headers?: Record<string, string> } => {
  if (endpoint.body === 'bytes') {
    return { body: body as BodyInit, headers: { 'content-type': 'application/octet-stream' } };
  }
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};

/** A key of its own; `crypto.randomUUID` is missing on pages without TLS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Only our own server echoes the key: a captive portal's page, JSON of a stranger or a redirect is no answer, like a lost line. */
const request = async (endpoint: Endpoint, parts: Parts, { signal, key = newKey() }: Options = {}): Promise<Response> => {
  const { headers, ...body } = bodyOf(endpoint, parts);
  const response = await fetch(addressOf(endpoint, parts), {
    method: endpoint.method,
    credentials: 'same-origin',
    redirect: 'error',
    ...body,
    headers: { ...headers, 'idempotency-key': key },
    ...(signal ? { signal } : {}),
  });
  if (response.headers.get('idempotency-key') !== key) {
    throw new TypeError('Somebody else than the server answered.');
  }
  if (!response.ok) {
    throw new ApiError(response.status, response.statusText, await response.text());
  }
  return response;
};

const answerOf = async <E extends Endpoint>(response: Response): Promise<ResponseOf<E>> =>
  (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;

type Reading = Endpoint & { readonly method: 'GET' };

/**
 * Reads with a call of the contract. Throws `ApiError` for an answer that is not ok and `TypeError` where none came; it never toasts or
 * redirects. Changes do not go this way: see `useWrite`.
 */
export const call = async <E extends Reading>(endpoint: E, parts: CallOf<E>, signal?: AbortSignal): Promise<ResponseOf<E>> =>
  answerOf<E>(await request(endpoint, parts, signal ? { signal } : {}));

/** The few changes that only make sense online, before there is an organization to work in: signing out, and making one. */
type OnlineOnly =
  | typeof contract.users.logout
  | typeof contract.organizations.create
  | typeof contract.organizations.update
  | typeof contract.employees.create;

/** Makes such a change; with a key it takes effect once, however often it is asked for. Throws as `call` does. */
export const callOnline = async <E extends OnlineOnly>(endpoint: E, parts: CallOf<E>, key?: string): Promise<ResponseOf<E>> =>
  answerOf<E>(await request(endpoint, parts, key === undefined ? {} : { key }));

/** A page of a list and the cursor of the next one, from the `Link` header. */
export const callPage = async <E extends Reading>(
  endpoint: E,
  parts: CallOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ResponseOf<E>; nextCursor: string | undefined }> => {
  const response = await request(endpoint, parts, signal ? { signal } : {});
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const nextCursor = next === undefined ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined);
  return { items: (await response.json()) as ResponseOf<E>, nextCursor };
};
