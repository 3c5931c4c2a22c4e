/** Letters before what was found. */
const BEFORE = 16;
const MOST = 120;

/**
 * The piece of a text in which one of the words (in lower case) is found first, on one line: it begins a few words before, and says where
 * something was left out. Undefined if the text contains none of them.
 */
export const foundPiece = (text: string, words: readonly string[]): string | undefined => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const lower = line.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  if (places.length === 0) {
    return undefined;
  }
  const place = Math.min(...places);
  const from = place <= BEFORE ? 0 : line.indexOf(' ', place - BEFORE - 1) + 1;
  // A long word before it is cut, or the text would begin after what was found.
  const start = from > place || (from === 0 && place > BEFORE) ? place - BEFORE : from;
  const piece = line.slice(start, start + MOST);
  return `${start > 0 ? '…' : ''}${piece}${start + MOST < line.length ? '…' : ''}`;
};
