export interface Searched {
  /** What it is called. */
  readonly title: string;
  /** All that it is found by, in small letters; begins with the title. */
  readonly text: string;
}

/** How well a text answers: 0 begins with the first word, 1 a word of it does, 2 holds it; null: a word is missing. */
export const rankOf = (text: string, words: readonly string[]): number | null => {
  if (words.some((word) => !text.includes(word))) {
    return null;
  }
  const [first = ''] = words;
  return text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
};

/** What holds every word that was typed, best first and at most so many; among equals the order stays. */
export const bestMatches = <T extends Searched>(all: readonly T[], typed: string, most: number): T[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const ranks: T[][] = [[], [], []];
  for (const one of all) {
    const rank = rankOf(one.text, words);
    // Enough of the best: the rest would not be shown, however much there is.
    if (rank === 0 && ranks[0]?.push(one) === most) {
      break;
    }
    if (rank !== null && rank > 0 && (ranks[rank]?.length ?? most) < most) {
      ranks[rank]?.push(one);
    }
  }
  return ranks.flat().slice(0, most);
};
