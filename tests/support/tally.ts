import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What became of a file of tests. */
interface FileTally {
  readonly path: string;
  readonly passed: number;
  /** Failed tests with their messages; one without a name stands for a file that could not be loaded or ended. */
  readonly failed: readonly { readonly name: string; readonly message: string }[];
}

const messagesOf = (errors: readonly { readonly message: string; readonly stack?: string | undefined }[]): string =>
  errors.map(({ stack, message }) => stack ?? message).join('\n');

const tallyOf = (module: TestModule): FileTally => {
  const failed = [...module.children.allTests('failed')].map((test) => ({
    name: test.fullName,
    message: messagesOf(test.result().errors ?? []),
  }));
  const isBroken = module.state() === 'failed' && failed.length === 0;
  return {
    path: module.moduleId,
    passed: [...module.children.allTests('passed')].length,
    failed: isBroken ? [{ name: '', message: messagesOf(module.errors()) }] : failed,
  };
};

/** Writes what became of each file, and of what failed outside of them, to the file that TALLY names: `npm test` reads it. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    writeFileSync(
      process.env['TALLY'] ?? '',
      JSON.stringify({ files: modules.map(tallyOf), errors: errors.map(({ message }) => message) }),
    );
  }
}
