import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine may take longer than the second that is given otherwise.
    expect: { poll: { timeout: 15_000 } },
    // Two cores: more workers only make each other's browsers and servers late.
    maxWorkers: 2,
  },
});
