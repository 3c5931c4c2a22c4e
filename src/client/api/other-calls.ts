import type { AcceptedOf, CallOf, Endpoint, Method, ResponseOf } from '#shared/endpoint.ts';
import type { Route } from '#shared/route.ts';
import { addressOf, answerOf, type Reading, request } from '#client/api/call.ts';

// Every kind of call but the plain reading, which is all that a start does.

/** A change that is made immediately because it makes sense only with a network: marked as such by `offline` of its endpoint. */
export type OnlineOnly = Endpoint & { readonly method: Exclude<Method, 'GET'>; readonly offline?: 'either' | 'never' };

/** Makes such a change; with a key it takes effect once, however often it is requested. Throws as `call` does. */
export const callOnline = async <E extends OnlineOnly>(
  route: Route<E>,
  parts: CallOf<E>,
  key?: string,
  version?: number,
): Promise<ResponseOf<E>> =>
  answerOf<E>(await request(route, parts, { ...(key === undefined ? {} : { key }), ...(version === undefined ? {} : { version }) }));

/** The same for a call that may leave something to do elsewhere: returns that, or undefined if everything is done. */
export const callAccepted = async <E extends OnlineOnly>(route: Route<E>, parts: CallOf<E>): Promise<AcceptedOf<E> | undefined> => {
  const response = await request(route, parts);
  return response.status === 202 ? ((await response.json()) as AcceptedOf<E>) : undefined;
};

/** Fetches a file that the server generates, and its name. Throws as `call` does. */
export const callFile = async <E extends Reading & { readonly response: 'file' }>(
  route: Route<E>,
  parts: CallOf<E>,
): Promise<{ content: Blob; name: string }> => {
  const response = await request(route, parts);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { content: await response.blob(), name: name ?? 'download' };
};

/**
 * The address of a file that the server generates, once it is known that it will: nothing is generated for that. Throws as `call` does, with
 * the server's words.
 */
export const findFile = async <E extends Reading & { readonly response: 'file' }>(route: Route<E>, parts: CallOf<E>): Promise<string> => {
  try {
    await request({ ...route, method: 'HEAD' } as unknown as Route<E>, parts);
  } catch {
    // Its answer has no words.
    await request(route, parts);
  }
  return addressOf(route, parts);
};

/** A page of a list and the cursor of the next one, from the `Link` header. */
export const callPage = async <E extends Reading>(
  route: Route<E>,
  parts: CallOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ResponseOf<E>; nextCursor: string | undefined }> => {
  const response = await request(route, parts, signal ? { signal } : {});
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const nextCursor = next === undefined ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined);
  return { items: (await response.json()) as ResponseOf<E>, nextCursor };
};
