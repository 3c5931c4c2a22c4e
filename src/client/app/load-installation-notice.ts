import { loadInstallationWords } from '#client/data/load-installation-words.ts';

export const loadInstallationNotice = async () =>
  (await Promise.all([import('#client/app/installation-notice.tsx'), loadInstallationWords()]))[0].InstallationNotice;
