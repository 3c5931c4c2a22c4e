/** An amount that somebody looks for, as limits in cents; both included. */
export interface CentsRange {
  readonly from: number;
  readonly to: number;
}

/** What typed digits may be: whole units with any cents, and cents. Larger numbers are no amounts. */
const LONGEST = 12;

/**
 * The amounts that a typed text may stand for: `13803` is 13,803.00 to 13,803.99, and 138.03; `13,803.50` and `13.803,50` are that amount.
 * None if it is no number.
 */
export const amountsIn = (text: string): CentsRange[] => {
  const bare = text.replace(/[\s\u00A0\u202F'’]|[\p{Sc}]|^[A-Z]{3}|[A-Z]{3}$/gu, '');
  const match = /^(\d[\d.,]*?)(?:[.,](\d{2}))?$/.exec(bare);
  const digits = match?.[1]?.replace(/[.,]/g, '') ?? '';
  if (match === null || digits.length > LONGEST) {
    return [];
  }
  if (match[2] !== undefined) {
    const cents = Number(digits + match[2]);
    return [{ from: cents, to: cents }];
  }
  const whole = Number(digits) * 100;
  return [
    { from: whole, to: whole + 99 },
    { from: Number(digits), to: Number(digits) },
  ];
};
