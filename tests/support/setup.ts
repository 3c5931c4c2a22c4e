import { beforeEach, vi } from 'vitest';

// What is printed as an error or a warning is one, unless a test expects it and says so.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      throw new Error(`console.${level}: ${words.map(String).join(' ')}`);
    });
  }
});
