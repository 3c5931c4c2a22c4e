import { withUnit } from '#client/lib/texts.ts';

const STEPS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** '3.1 MB'. */
export const sizeWords = (bytes: number): string => {
  const step = Math.min(STEPS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const rounded = step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return withUnit(rounded, STEPS[step] ?? '');
};
