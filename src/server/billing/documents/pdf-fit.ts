/** How wide the signs of our typeface are, in thousandths of their size, from the space to the tilde. */
const WIDTHS: readonly number[] =
  '280 286 301 651 592 919 731 160 299 299 485 606 210 362 210 387 648 407 548 576 614 588 598 510 615 595 210 210 553 628 553 480 778 626 613 645 669 569 552 694 694 392 512 631 541 824 693 714 592 724 614 592 558 690 593 856 623 575 607 317 387 344 552 372 243 525 566 485 564 538 314 558 550 252 245 492 262 845 550 548 566 574 349 471 326 540 461 684 481 449 460 344 237 344 555'
    .split(' ')
    .map(Number);
const SPACE = 32;
/** For signs that are not made of these. */
const OTHER = 720;
/** Bold letters are wider. */
export const BOLD = 1.07;

const widthOfSign = (sign: string): number => WIDTHS[(sign.normalize('NFD').codePointAt(0) ?? 0) - SPACE] ?? OTHER;

/** How wide a text is without its ligatures, in points. */
export const widthOfText = (text: string, size: number): number =>
  (Array.from(text).reduce((sum, sign) => sum + widthOfSign(sign), 0) * size) / 1000;

/** How wide it is in bold, or hardly less. */
export const widthOfBold = (text: string, size: number): number => BOLD * widthOfText(text, size);

/** The text, or as much of its beginning as fits on a line of that width. */
export const fitted = (text: string, width: number, size: number): string => {
  if (widthOfText(text, size) <= width) {
    return text;
  }
  const signs = Array.from(text);
  while (signs.length > 1 && widthOfText(`${signs.join('')}…`, size) > width) {
    signs.pop();
  }
  return `${signs.join('').trimEnd()}…`;
};

/** As many of these names as fit, and how many more there are: 'Claas Jaguar 970 +1'. */
export const fittedNames = (names: readonly string[], width: number, size: number): string => {
  const written = (count: number): string =>
    count === names.length ? names.join(', ') : `${names.slice(0, count).join(', ')} +${names.length - count}`;
  const counts = names.map((_, place) => names.length - place);
  const most = counts.find((count) => widthOfText(written(count), size) <= width);
  return most === undefined ? fitted(names.join(', '), width, size) : written(most);
};

/** The widths of columns that want so much, in the given room: what is missing is taken from the widest, what is left is parted evenly. */
export const sharedWidths = (wanted: readonly number[], room: number): number[] => {
  const fromNarrow = wanted.toSorted((left, right) => left - right);
  let left = room;
  let most = Infinity;
  for (const [place, width] of fromNarrow.entries()) {
    const even = left / (wanted.length - place);
    if (width > even) {
      most = even;
      break;
    }
    left -= width;
  }
  const spare = most === Infinity ? left / wanted.length : 0;
  return wanted.map((width) => Math.min(width, most) + spare);
};
