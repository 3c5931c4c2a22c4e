/** The items of a text separated by `|` or line ends. */
export const wordList = (text: string): string[] =>
  text
    .split(/[|\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
