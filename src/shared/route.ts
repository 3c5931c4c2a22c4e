import type { Endpoint, Method } from '#shared/endpoint.ts';

declare const described: unique symbol;

/**
 * A call as browsers know it: its method and address. Bodies and answers are in its type only, from which callers are typed (`CallOf`,
 * `ResponseOf`). The schemas stay on the server: they would be the largest part of what a phone loads before it shows anything.
 */
export interface Route<E extends Endpoint = Endpoint> {
  readonly method: Method;
  readonly path: string;
  readonly body?: 'bytes';
  /** Never there: it carries the type. */
  readonly [described]?: E;
}

type Calls = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
type Exactly<E extends Endpoint> = Route<E> & Pick<E, 'method' | 'path'>;

/** The routes of all calls: the compiler refuses a missing one, an extra one, and one that goes elsewhere than the contract says. */
export type RoutesOf<C extends Calls> = { readonly [G in keyof C]: { readonly [N in keyof C[G]]: Exactly<C[G][N]> } };

const routeOf = ({ method, path, body }: Endpoint): Route => ({ method, path, ...(body === 'bytes' ? { body } : {}) });

const mapped = <T, R>(of: Readonly<Record<string, T>>, make: (one: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, make(one)]));

/** The content of `routes.ts`. Not for browsers, which have no contract at run time. */
export const routesOf = (calls: Calls): Record<string, Record<string, Route>> => mapped(calls, (group) => mapped(group, routeOf));
