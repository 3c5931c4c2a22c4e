/** The items of a text in which `|` or the end of a line parts one from the next. */
export const wordList = (text: string): string[] =>
  text
    .split(/[|\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
