import * as z from 'zod/mini';
import type { Endpoint } from '#shared/endpoint.ts';
import { pathId } from '#shared/entities/ids.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { issuesOf } from '#shared/messages/issues.ts';
import { because } from '#shared/messages/because.ts';

// The forms have their own messages; this one is for anything they do not name.
z.config(z.locales.en());

/** A form shows fewer; for a body that is wrong throughout, the answer would be larger than the body. */
const MOST_ISSUES = 100;

const parse = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const issues = issuesOf(result.error.issues.slice(0, MOST_ISSUES));
  throw new AppError('invalid_input', issues[0] ?? refusalMessage('invalidInput'), { issues });
};

const textParam = z.string().check(z.maxLength(300));
const TEXT_PARAMS: Readonly<Record<string, z.ZodMiniType>> = {
  name: textParam,
  entityType: textParam,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, because('mustBeSha256'))),
};

// PostgreSQL stores neither U+0000 nor half of a surrogate pair.
const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Refuses text that could not be stored, wherever it is in the value. Depth and size were measured before parsing. */
const requireKeepable = (value: unknown): void => {
  if (typeof value === 'string' && !isKeepable(value)) {
    throw refusal('malformed', 'textNotKeepable');
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      requireKeepable(key);
      requireKeepable(item);
    }
  }
};

/** By the names of the parameters: making a schema costs more than all else about them, and there are few. */
const paramSchemas = new Map<string, z.ZodMiniType>();

const schemaOfParams = (names: readonly string[]): z.ZodMiniType => {
  const key = names.join();
  const schema = paramSchemas.get(key) ?? z.object(Object.fromEntries(names.map((name) => [name, TEXT_PARAMS[name] ?? pathId])));
  paramSchemas.set(key, schema);
  return schema;
};

/** Path parameters: ids are positive integers, anything else is 400 (specification 9.6). */
export const parseParams = (params: unknown): Record<string, string | number> => {
  requireKeepable(params);
  const given = { ...Object(params) } as object;
  return parse(schemaOfParams(Object.keys(given)), given) as Record<string, string | number>;
};

/** Query and body as the endpoint declares them. */
export const parseParts = (endpoint: Endpoint, request: { query: unknown; body: unknown }): { query?: unknown; body?: unknown } => {
  requireKeepable(request.query);
  if (endpoint.isEnvelope !== true) {
    requireKeepable(request.body);
  }
  return {
    ...(endpoint.query ? { query: parse(endpoint.query, request.query) } : {}),
    ...(endpoint.body && endpoint.body !== 'bytes' ? { body: parse(endpoint.body, request.body === undefined ? {} : request.body) } : {}),
  };
};
