import type * as argon2 from '@node-rs/argon2';
import { beforeEach, vi } from 'vitest';

// What is printed as an error or a warning is one, unless a test expects it and says so.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      throw new Error(`console.${level}: ${words.map(String).join(' ')}`);
    });
  }
});

// Slow on purpose, against guessing; hundreds of sign-ins need not be. The hash itself says how it was made.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof argon2>();
  return { ...real, hash: (password: string) => real.hash(password, { memoryCost: 1024, timeCost: 1 }) };
});
