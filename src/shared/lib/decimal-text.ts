import type { Decimal } from '#shared/lib/decimal.ts';

/** Without needless zeros: `12.5`, `-0.25`, `0`. */
export const textOf = ({ digits, scale }: Decimal): string => {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  const sign = digits < 0n ? '-' : '';
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};
