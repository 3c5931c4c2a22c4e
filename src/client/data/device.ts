import { t } from '#client/lib/texts.ts';

/** A device's name, which is kept in English, as people read it. */
export const deviceWords = (name: string): string => {
  const [browser = '', system] = name.split(' on ');
  return system === undefined ? name : t('{browser} on {system}', { browser, system: system === 'a device' ? t(system) : system });
};
