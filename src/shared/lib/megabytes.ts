/** A number of bytes for a sentence: `100 GB`, `1.5 MB`. */
export const megabytes = (bytes: number): string => {
  const [unit, size] = bytes >= 1e9 ? (['GB', 1e9] as const) : bytes >= 1e6 ? (['MB', 1e6] as const) : (['KB', 1e3] as const);
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
};
