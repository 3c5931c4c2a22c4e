import * as z from 'zod/mini';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const KEPT = ['type', 'properties', 'required', 'items', 'additionalProperties', 'nullable'] as const;

/** `anyOf [T, null]` as a nullable T: the compiled serializer then needs no validation to choose. */
const foldNull = (schema: Json): Json => {
  const options = schema['anyOf'];
  if (!Array.isArray(options)) {
    return schema;
  }
  const others = options.filter((option) => isObject(option) && option['type'] !== 'null');
  const [only] = others;
  return others.length === 1 && others.length < options.length && isObject(only) ? { ...only, nullable: true } : schema;
};

const simplify = (value: unknown): unknown => {
  if (!isObject(value)) {
    return value;
  }
  const folded = foldNull(value);
  const kept: Json = {};
  for (const key of KEPT) {
    const part = folded[key];
    if (key === 'properties' && isObject(part)) {
      kept[key] = Object.fromEntries(Object.entries(part).map(([name, property]) => [name, simplify(property)]));
    } else if (part !== undefined) {
      kept[key] = simplify(part);
    }
  }
  return kept;
};

/**
 * The schema from which the serializer of an answer is compiled. It lists what may leave the server; checks of values are left out, because
 * the answer is our own and tests parse it with the contract.
 */
export const answerSchema = (response: z.ZodMiniType): Json =>
  simplify(z.toJSONSchema(response, { target: 'draft-7', io: 'output', unrepresentable: 'any' })) as Json;
