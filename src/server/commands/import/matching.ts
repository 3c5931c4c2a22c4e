import { foldName } from '#shared/lib/fold-name.ts';

/** Records by one of their names, such as a number. */
export interface ByName<R> {
  /** Those that have it. */
  find(name: string | undefined): readonly R[];
}

/** Names are compared folded, numbers and addresses by `fold`. */
export const indexBy = <R>(
  records: readonly R[],
  nameOf: (record: R) => string | null,
  fold: (name: string) => string = foldName,
): ByName<R> => {
  const byName = new Map<string, R[]>();
  for (const record of records) {
    const name = fold(nameOf(record) ?? '');
    if (name !== '') {
      byName.set(name, [...(byName.get(name) ?? []), record]);
    }
  }
  return { find: (name) => (name === undefined ? [] : (byName.get(fold(name)) ?? [])) };
};

/** Numbers and addresses differ by every sign, but not by case. */
export const plainly = (text: string): string => text.trim().toLowerCase();

/** Says of each key whether it came before. */
export const createSeen = (): ((key: string) => boolean) => {
  const seen = new Set<string>();
  return (key) => {
    const isRepeat = seen.has(key);
    seen.add(key);
    return isRepeat;
  };
};
