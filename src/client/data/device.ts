import { t, told } from '#client/lib/texts.ts';

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

/** What a device is called in the office, from its browser's user agent: 'Chrome on Android'. It is kept, and read by others: in English. */
export const deviceNameOf = (userAgent: string): string =>
  `${firstOf(BROWSERS, userAgent, 'Browser')} on ${firstOf(SYSTEMS, userAgent, 'a device')}`;

/** A device's name, which is kept in English, as people read it. */
export const deviceWords = (name: string): string => {
  const [browser = '', system] = name.split(' on ');
  return system === undefined ? name : t('{browser} on {system}', { browser, system: told(system) });
};
