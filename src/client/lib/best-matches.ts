export interface Searched {
  /** What it is called. */
  readonly title: string;
  /** The text it is found by, in lower case; begins with the title. */
  readonly text: string;
}

/** How well a text matches: 0 it begins with the first word, 1 one of its words does, 2 it contains it; null: a word is missing. */
export const rankOf = (text: string, words: readonly string[]): number | null => {
  if (words.some((word) => !text.includes(word))) {
    return null;
  }
  const [first = ''] = words;
  return text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
};

/** The items that contain every typed word, best first and at most `most`; equal ones keep their order. */
export const bestMatches = <T extends Searched>(all: readonly T[], typed: string, most: number): T[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const ranks: T[][] = [[], [], []];
  for (const one of all) {
    const rank = rankOf(one.text, words);
    // There are enough of the best rank: the rest would not be shown.
    if (rank === 0 && ranks[0]?.push(one) === most) {
      break;
    }
    if (rank !== null && rank > 0 && (ranks[rank]?.length ?? most) < most) {
      ranks[rank]?.push(one);
    }
  }
  return ranks.flat().slice(0, most);
};
