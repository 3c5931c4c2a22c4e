/** A text on one line, cut to so many characters. */
export const withinSigns = (text: string, most: number): string =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, most).join('').trim();
