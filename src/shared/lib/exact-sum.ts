const scaled = (value: number): { digits: bigint; scale: number } => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
};

/** Adds numbers as the decimals a person reads: 0.1 + 0.2 is 0.3. Every value must be finite. */
export const exactSum = (values: readonly number[]): number => {
  const parts = values.map(scaled);
  const scale = Math.max(0, ...parts.map((part) => part.scale));
  const total = parts.reduce((sum, part) => sum + part.digits * 10n ** BigInt(scale - part.scale), 0n);
  return Number(`${total}e-${scale}`);
};
