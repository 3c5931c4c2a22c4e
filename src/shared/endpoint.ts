import type * as z from 'zod/mini';
import type { Capability } from '#shared/access/capabilities.ts';
import type { Entity } from '#shared/kinds/registry.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Where the organization of a request comes from: nowhere (`public`: anyone, `user`: anyone signed in), from `:orgId` in the address, or
 * from the record that `:id` names.
 */
type Scope =
  | { readonly scope: 'public'; readonly capability: null }
  | { readonly scope: 'user'; readonly capability: null }
  | { readonly scope: 'organization'; readonly capability: Capability }
  | { readonly scope: 'record'; readonly entity: Entity; readonly capability: Capability };

type Part = 'query' | 'body';

/** One call: read by the server, the typed client, the OpenAPI document and the tests. Nothing about a call is written twice. */
export type Endpoint = Scope & {
  readonly method: Method;
  /** `/api/…`; a call on a record (`scope: 'record'`) is also served below `/api/organizations/:orgId/…` (specification 9.5). */
  readonly path: `/api/${string}`;
  /** Further addresses of the same call. */
  readonly aliases?: readonly `/api/${string}`[];
  readonly summary: string;
  readonly query?: z.ZodMiniType<Record<string, unknown>>;
  /** `'bytes'`: the raw body, streamed to the handler, which opens its own transaction after it has arrived. */
  readonly body?: z.ZodMiniType<Record<string, unknown>> | 'bytes';
  /**
   * What leaves the server: fields that are not listed here never do. `null` answers 204 without a body, `'file'` streams bytes, `'events'`
   * streams server-sent events without an end.
   */
  readonly response: z.ZodMiniType | null | 'file' | 'events';
  /** The answer with 202, when something is left to do elsewhere: following a mailed link, or signing out at the provider, too. */
  readonly accepted?: z.ZodMiniType;
  /** Only if it differs from 200, 201 for POST and 204 without a body. */
  readonly status?: number;
  /**
   * Fields of the answer that are returned only once: a repeated `Idempotency-Key` gets null in their place, because they are not stored.
   */
  readonly secretFields?: readonly string[];
  /** A write that may safely be repeated: it takes no `Idempotency-Key`, and opens its own transaction. */
  readonly isRepeatable?: true;
  /**
   * Requires that the person confirmed their identity recently (`CONFIRMED_MINUTES`), else 403 `confirm_needed`. `'in-part'`: only for some
   * of what the call does, as its handler decides (`requireConfirmed`). API keys are not asked.
   */
  readonly isSensitive?: true | 'in-part';
  /**
   * For writes: whether the call may wait on a device without a network. `'queue'`: it does, and the app never makes it in another way.
   * `'either'`: it does, unless a screen needs the answer to continue. `'never'`, or left out: it makes sense only with a network.
   */
  readonly offline?: 'queue' | 'either' | 'never';
  /** The body contains bodies of other calls: what is wrong with one of them concerns that call alone. */
  readonly isEnvelope?: true;
  /** Bytes; only if the default of 1 MiB is too small. */
  readonly bodyLimit?: number;
};

/** Keeps the literal types of an endpoint, from which handlers and callers are typed. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type TextParam = 'name' | 'entityType' | 'sha256';
type Params<E extends Endpoint> = { [N in ParamNames<E['path']>]: N extends TextParam ? string : number };
type Declared<E extends Endpoint> = { [P in Part as E[P] extends z.ZodMiniType ? P : never]: E[P] extends z.ZodMiniType ? E[P] : never };
type WithBytes<E extends Endpoint, Bytes> = E['body'] extends 'bytes' ? { readonly body: Bytes } : unknown;
type WithParams<E extends Endpoint> = [ParamNames<E['path']>] extends [never] ? unknown : { readonly params: Params<E> };

/** What a handler receives: the parsed parts, and only those that the endpoint declares. */
export type RequestOf<E extends Endpoint> = WithParams<E> &
  WithBytes<E, AsyncIterable<Uint8Array>> & { readonly [P in keyof Declared<E>]: z.output<Declared<E>[P]> };
/** What a caller passes: the same parts before parsing. */
export type CallOf<E extends Endpoint> = WithParams<E> &
  WithBytes<E, Uint8Array> & { readonly [P in Exclude<keyof Declared<E>, 'query'>]: z.input<Declared<E>[P]> } & {
    readonly [P in Extract<keyof Declared<E>, 'query'>]?: z.input<Declared<E>[P]>;
  };
/** What a caller receives when it is done. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType ? z.output<E['response']> : undefined;
/** What a caller receives when something is left to do elsewhere. */
export type AcceptedOf<E extends Endpoint> = E extends { readonly accepted: z.ZodMiniType } ? z.output<E['accepted']> : never;

/** Every address of an endpoint, the documented one first. */
export const addressesOf = (endpoint: Endpoint): string[] => {
  const nested = endpoint.scope === 'record' ? [`/api/organizations/:orgId${endpoint.path.slice('/api'.length)}`] : [];
  return [endpoint.path, ...nested, ...(endpoint.aliases ?? [])];
};

/**
 * Whether the call takes effect once for each `Idempotency-Key`. Bytes need none, because their hash is in the address; nor do callers who
 * are not signed in.
 */
export const isKeyed = ({ method, scope, body, isRepeatable }: Endpoint): boolean =>
  method !== 'GET' && scope !== 'public' && body !== 'bytes' && isRepeatable !== true;

/** The schema of an answer in JSON; undefined for other answers. */
export const jsonAnswerOf = ({ response }: Endpoint): z.ZodMiniType | undefined =>
  response === null || typeof response === 'string' ? undefined : response;

/** The status of a successful answer. */
export const statusOf = (endpoint: Endpoint): number => {
  if (endpoint.status !== undefined) {
    return endpoint.status;
  }
  if (endpoint.response === null) {
    return 204;
  }
  return endpoint.method === 'POST' ? 201 : 200;
};
