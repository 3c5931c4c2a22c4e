import type { Json } from '#server/http/openapi/json.ts';

/** The parts of the document that the page reads. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly summary: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Json;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Reference | Answer>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: Json;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, { readonly schema: Json }>>;

/** A call at its documented address, and the others at which it answers alike. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly alsoAt: readonly string[];
  readonly operation: Operation;
}

/** The last part of a reference. */
export const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? '';

const isOtherAddress = ({ operationId }: Operation): boolean => /\.(inOrganization|alias)$/.test(operationId);

/** Every call once. */
export const callsOf = ({ paths }: ApiDocument): Call[] => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return all
    .filter(({ operation }) => !isOtherAddress(operation))
    .map((call) => ({
      ...call,
      alsoAt: all
        .filter(({ operation }) => isOtherAddress(operation) && operation.operationId.startsWith(`${call.operation.operationId}.`))
        .map(({ path }) => path),
    }));
};
