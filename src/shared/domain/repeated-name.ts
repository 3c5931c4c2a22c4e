/** Two digits of a year, as people shorten it. */
const short = (year: number): string => String(year % 100).padStart(2, '0');

/** `2025/26` and `25/26`, `2025`, `'25`: not as a part of a longer number. */
const YEARS = /(?<![\d.,])(?:(\d{4})([/–-])(\d{2}|\d{4})|(\d{2})(\/)(\d{2})|(\d{4})|(['’])(\d{2}))(?![\d]|[.,]\d)/g;

/**
 * The name of a job that does one of the season `of` again in `season`: a year of that season in it, which may end in the next one, is
 * counted up as written, and everything else stays.
 */
export const repeatedName = (name: string, of: string, season: string): string => {
  const [began, more] = [Number(of), Number(season) - Number(of)];
  const isOfSeason = (year: number): boolean => year === began || year === began + 1;
  const counted = (text: string, year: number): string => (text.length === 2 ? short(year + more) : String(year + more));
  return name.replaceAll(YEARS, (whole: string, ...groups: (string | undefined)[]) => {
    const [from, dash, to, shortFrom, slash, shortTo, alone, mark, shortAlone] = groups;
    const first = from ?? shortFrom;
    const last = to ?? shortTo;
    if (first !== undefined && last !== undefined) {
      const isBoth = Number(first) % 100 === began % 100 && Number(last) % 100 === (began + 1) % 100;
      const isThese = isBoth && (first.length === 2 || Number(first) === began);
      return isThese ? `${counted(first, began)}${dash ?? slash ?? ''}${counted(last, began + 1)}` : whole;
    }
    if (alone !== undefined) {
      return isOfSeason(Number(alone)) ? counted(alone, Number(alone)) : whole;
    }
    return shortAlone === short(began) ? `${mark ?? ''}${short(began + more)}` : whole;
  });
};
