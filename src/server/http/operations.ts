import { contract } from '#shared/contract.ts';
import { type Endpoint, isKeyed } from '#shared/endpoint.ts';
import type { Entity } from '#shared/kinds/registry.ts';
import { handlers } from '#server/handlers/index.ts';

export type AnyHandler = (ctx: unknown, request: unknown) => Promise<unknown>;

/** An endpoint with its handler and its name in the contract, such as `customers.create`. */
export interface Operation {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly handle: AnyHandler;
}

export const operations = (): Operation[] =>
  Object.entries(contract).flatMap(([group, endpoints]) => {
    const ofGroup = Object.entries(handlers).find(([name]) => name === group)?.[1] ?? {};
    // The record of handlers is typed by the contract; walking both loses which belongs to which.
    const table = new Map(Object.entries(ofGroup) as unknown as [string, AnyHandler][]);
    return Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => {
      const handle = table.get(name);
      if (!handle) {
        throw new Error(`${group}.${name} has no handler`);
      }
      return { id: `${group}.${name}`, endpoint, handle };
    });
  });

/** Whether it can fill the disk without bound. Deleting makes room, and signing in or confirming one's identity takes precedence. */
export const takesRoom = ({ endpoint, id }: Operation): boolean =>
  endpoint.body === 'bytes' || (isKeyed(endpoint) && endpoint.method !== 'DELETE') || id === 'archives.export' || id === 'samples.create';

/** The call that reads one record of this kind. */
export const readerOf = (all: readonly Operation[], entity: Entity): Operation => {
  const found = all.find(
    ({ endpoint }) =>
      endpoint.scope === 'record' && endpoint.entity === entity && endpoint.method === 'GET' && endpoint.path.endsWith('/:id'),
  );
  if (!found) {
    throw new Error(`The contract has no call that reads a ${entity}.`);
  }
  return found;
};

/** The call that reads what a write of the same group answers with. */
export const readerBeside = (all: readonly Operation[], id: string): Operation | undefined =>
  all.find((operation) => operation.id === `${id.split('.')[0]}.get`);
