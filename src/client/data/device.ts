import { t } from '#client/lib/texts.ts';

/** A device's name for people; it is stored in English. */
export const deviceWords = (name: string): string => {
  const [browser = '', system] = name.split(' on ');
  return system === undefined ? name : t('{browser} on {system}', { browser, system: system === 'a device' ? t(system) : system });
};
