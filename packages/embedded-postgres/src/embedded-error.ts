import { getSystemErrorMap } from 'node:util';

/**
 * A start that cannot succeed as things are. Its message tells a person everything (what, where, what to do): print it without the stack.
 */
export class EmbeddedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EmbeddedError';
  }
}

/** The `code` of a system error (`ENOSPC`), or undefined. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Why something failed, in words that can end a sentence: `no space left on device (ENOSPC)`. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Error && 'errno' in error && typeof error.errno === 'number') {
    const [code, words] = getSystemErrorMap().get(error.errno) ?? [];
    if (code !== undefined && words !== undefined) {
      return `${words} (${code})`;
    }
  }
  return error instanceof Error ? error.message : String(error);
};
