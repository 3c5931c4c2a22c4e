import type { PageQuery } from '#shared/domain/fields.ts';
import { type CollectionOf, collectionOf } from '#shared/kinds/spellings.ts';
import { requireReferences } from '#server/commands/require-references.ts';
import type { Context } from '#server/context.ts';
import type { JsonPart } from '#server/data/json-list.ts';
import { PLAIN_KINDS } from '#server/data/plain-kinds.ts';
import { jsonListing, type Listing, type Part } from '#server/handlers/types.ts';

interface WithBody<Body> {
  readonly body: Body;
}
interface WithId {
  readonly params: { readonly id: number };
}

/** What an `orgTable` does of the five usual calls. */
interface Data<Row extends object, Input extends object, Patch extends object> {
  listJson(ctx: Context, part: Part): Promise<JsonPart>;
  find(ctx: Context, id: number): Promise<Row>;
  insert(ctx: Context, values: Input): Promise<Row>;
  update(ctx: Context, id: number, values: Patch): Promise<Row>;
  remove(ctx: Context, id: number): Promise<unknown>;
}

/** Handlers of the five usual calls of `crudEndpoints`, for a kind without rules of its own beyond its schemas. */
export const crudHandlers = <Row extends object, Input extends object, Patch extends object>(data: Data<Row, Input, Patch>) => ({
  list: async (ctx: Context, { query }: { readonly query: PageQuery }): Promise<Listing<Row>> =>
    jsonListing(query, (part) => data.listJson(ctx, part)),
  create: async (ctx: Context, { body }: WithBody<Input>): Promise<Row> => {
    await requireReferences(ctx, body);
    return data.insert(ctx, body);
  },
  get: (ctx: Context, { params }: WithId): Promise<Row> => data.find(ctx, params.id),
  update: async (ctx: Context, { params, body }: WithBody<Patch> & WithId): Promise<Row> => {
    await requireReferences(ctx, body);
    return data.update(ctx, params.id, body);
  },
  remove: async (ctx: Context, { params }: WithId): Promise<undefined> => {
    await data.remove(ctx, params.id);
    return undefined;
  },
});

type Plain = typeof PLAIN_KINDS;
type CrudHandlers<D> = D extends Data<infer Row, infer Input, infer Patch> ? ReturnType<typeof crudHandlers<Row, Input, Patch>> : never;

/** The handlers of all plain kinds, by their collections. */
export const plainHandlers = Object.fromEntries(
  Object.entries<Data<object, object, object>>(PLAIN_KINDS).map(([kind, data]) => [collectionOf(kind as keyof Plain), crudHandlers(data)]),
) as { readonly [N in keyof Plain as CollectionOf<N>]: CrudHandlers<Plain[N]> };
