import * as z from 'zod/mini';
import type { Endpoint } from '#shared/endpoint.ts';
import { pathId } from '#shared/entities/ids.ts';
import { AppError } from '#shared/lib/errors.ts';

// The forms bring their own words; this one is for whatever they do not name.
z.config(z.locales.en());

const parse = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new AppError('invalid_input', issues[0]?.message ?? 'Invalid input', { issues });
};

const TEXT_PARAMS = new Set(['name', 'entityType']);

/** Path parameters: ids are positive integers, anything else is 400 (decisions §2). */
export const parseParams = (params: unknown): Record<string, string | number> => {
  const given = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  const shape = Object.fromEntries(given.map(([name]) => [name, TEXT_PARAMS.has(name) ? z.string().check(z.maxLength(300)) : pathId]));
  return parse(z.object(shape), Object.fromEntries(given)) as Record<string, string | number>;
};

const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') {
    return value.includes('\0');
  }
  return typeof value === 'object' && value !== null && Object.entries(value).some(([key, item]) => key.includes('\0') || holdsNul(item));
};

/** Query and body as the endpoint declares them. */
export const parseParts = (endpoint: Endpoint, request: { query: unknown; body: unknown }): { query?: unknown; body?: unknown } => {
  if (holdsNul(request.query) || holdsNul(request.body)) {
    throw new AppError('malformed', 'Text may not hold the character U+0000.');
  }
  return {
    ...(endpoint.query ? { query: parse(endpoint.query, request.query) } : {}),
    ...(endpoint.body ? { body: parse(endpoint.body, request.body ?? {}) } : {}),
  };
};
