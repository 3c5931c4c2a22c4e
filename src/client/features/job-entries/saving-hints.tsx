import { loadHintWords } from '#client/entities/job-entries/load-hint-words.ts';
import type { SavingHintsProps } from '#client/features/job-entries/use-saving-hints.ts';
import { later } from '#client/lib/later.tsx';

/** Hints while an entry is filled in: they never block, and nothing waits for their code and words. */
export const SavingHints = later<SavingHintsProps>(async () => {
  const [{ SavingHintList }] = await Promise.all([
    import('#client/features/job-entries/saving-hint-list.tsx'),
    // In English nothing is fetched; without its words a hint would be in another language.
    loadHintWords(),
  ]);
  return SavingHintList;
});
