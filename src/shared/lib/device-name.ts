const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

const firstOf = (table: readonly (readonly [RegExp, string])[], text: string, otherwise: string): string =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise;

/**
 * The name of a device in the office, from its browser's user agent: 'Chrome on Android'. In English, because it is stored and read by
 * others.
 */
export const deviceNameOf = (userAgent: string): string =>
  `${firstOf(BROWSERS, userAgent, 'Browser')} on ${firstOf(SYSTEMS, userAgent, 'a device')}`;
