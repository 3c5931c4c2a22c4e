export interface Searched {
  /** What it is called. */
  readonly title: string;
  /** The text it is found by, in lower case; begins with the title. */
  readonly text: string;
}

/** What was found of many. */
export interface Matches<T> {
  /** The best of them, best first. */
  readonly best: T[];
  /** How many there are. */
  readonly count: number;
}

/** The words of what was typed, in lower case. */
export const wordsIn = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** How well a text matches: 0 it begins with the first word, 1 one of its words does, 2 it contains it; null: a word is missing. */
export const rankOf = (text: string, words: readonly string[]): 0 | 1 | 2 | null => {
  if (words.some((word) => !text.includes(word))) {
    return null;
  }
  const [first = ''] = words;
  return text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
};

/** The items that contain every typed word, best first and at most `most`, and how many do; equal ones keep their order. */
export const bestMatches = <T extends Searched>(all: readonly T[], typed: string, most: number): Matches<T> => {
  const words = wordsIn(typed);
  const ranks: [T[], T[], T[]] = [[], [], []];
  let count = 0;
  for (const one of all) {
    if (words.every((word) => one.text.includes(word))) {
      count += 1;
      // Once there are enough of the best rank, the rest is only counted.
      const ofRank = ranks[0].length < most ? ranks[rankOf(one.text, words) ?? 2] : undefined;
      if (ofRank && ofRank.length < most) {
        ofRank.push(one);
      }
    }
  }
  return { best: ranks.flat().slice(0, most), count };
};
