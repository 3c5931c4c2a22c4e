import type { CallOf, Endpoint, ResponseOf } from '#shared/endpoint.ts';
import { ApiError } from '#client/api/api-error.ts';

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

const bodyOf = (endpoint: Endpoint, { body }: Parts): RequestInit => {
  if (endpoint.body === 'bytes') {
    return { body: body as BodyInit, headers: { 'content-type': 'application/octet-stream' } };
  }
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};

const request = async (endpoint: Endpoint, parts: Parts, signal?: AbortSignal): Promise<Response> => {
  const response = await fetch(addressOf(endpoint, parts), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...bodyOf(endpoint, parts),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) {
    throw new ApiError(response.status, response.statusText, await response.text());
  }
  return response;
};

/** Makes a call of the contract. Throws `ApiError` for an answer that is not ok and `TypeError` where none came; it never toasts or redirects. */
export const call = async <E extends Endpoint>(endpoint: E, parts: CallOf<E>, signal?: AbortSignal): Promise<ResponseOf<E>> => {
  const response = await request(endpoint, parts, signal);
  return (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;
};

/** A page of a list and the cursor of the next one, from the `Link` header. */
export const callPage = async <E extends Endpoint>(
  endpoint: E,
  parts: CallOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ResponseOf<E>; nextCursor: string | undefined }> => {
  const response = await request(endpoint, parts, signal);
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const nextCursor = next === undefined ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined);
  return { items: (await response.json()) as ResponseOf<E>, nextCursor };
};
