import * as z from 'zod/mini';
import { pageQuery } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { type Entity, kindOf, KINDS, type OfflineKind, removerOf } from '#shared/kinds/registry.ts';
import { type PathOf, pathOf } from '#shared/kinds/spellings.ts';

type Body = z.ZodMiniType<Record<string, unknown>>;

interface Parts<Input, Patch, Row> {
  /** The body of a create. */
  readonly input: Input;
  /** The body of a change. */
  readonly patch: Patch;
  /** The answer. */
  readonly record: Row;
  /** What the documentation calls one record: 'an implement'. */
  readonly one: string;
  /** What it says about the list: 'Implements, by name'. */
  readonly list: string;
  /** What it says about a call, if there is more to say than 'Create an implement'. */
  readonly says?: Readonly<Partial<Record<'create' | 'update' | 'remove', string>>>;
}

/**
 * The five usual calls of a kind of record. Their addresses, who may make them and whether changes may wait on a device come from the
 * registry of kinds. A kind's own calls are added to them or replace them.
 */
export const crudEndpoints = <const Kind extends Entity, Input extends Body, Patch extends Body, Row extends z.ZodMiniType>(
  kind: Kind,
  { input, patch, record, one, list, says = {} }: Parts<Input, Patch, Row>,
) => {
  const { isMoney = false, isOffline = false } = kindOf(kind);
  const all = {
    path: `/api/organizations/:orgId/${pathOf(kind)}` as `/api/organizations/:orgId/${PathOf<Kind>}`,
    scope: 'organization',
  } as const;
  const single = { path: `/api/${pathOf(kind)}/:id` as `/api/${PathOf<Kind>}/:id`, scope: 'record', entity: kind } as const;
  const read = { capability: isMoney ? 'money:read' : 'records:read' } as const;
  const offline = (isOffline ? 'queue' : 'never') as Kind extends OfflineKind ? 'queue' : 'never';
  const write = { capability: KINDS[kind].write, offline } as const;
  return {
    list: defineEndpoint({ method: 'GET', ...all, ...read, summary: list, query: z.object(pageQuery), response: z.array(record) }),
    create: defineEndpoint({ method: 'POST', ...all, ...write, summary: says.create ?? `Create ${one}`, body: input, response: record }),
    get: defineEndpoint({ method: 'GET', ...single, ...read, summary: `Read ${one}`, response: record }),
    update: defineEndpoint({
      method: 'PATCH',
      ...single,
      ...write,
      summary: says.update ?? `Change ${one}`,
      body: patch,
      response: record,
    }),
    remove: defineEndpoint({
      method: 'DELETE',
      ...single,
      ...write,
      capability: removerOf(kind),
      summary: says.remove ?? `Delete ${one}`,
      response: null,
    }),
  };
};
