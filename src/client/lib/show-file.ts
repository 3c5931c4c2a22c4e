import { download } from './download.ts';

/** An app that is installed on an iPhone has no tabs: there the system shows what is downloaded. */
const hasNoTabs = (): boolean => 'standalone' in navigator && navigator.standalone === true;

const AN_HOUR_MS = 3_600_000;

/**
 * Shows a file in a tab of its own, where it can be read, printed and saved; where there are no tabs, it is downloaded. To be called by a
 * press itself: the tab is opened before the file is there, because browsers let nothing else open one. The tab is closed if there is no
 * file.
 */
export const showFile = async (file: Promise<{ readonly content: Blob; readonly name: string }>): Promise<void> => {
  const tab = hasNoTabs() ? null : window.open('', '_blank');
  try {
    const { content, name } = await file;
    if (tab === null) {
      download(content, name);
      return;
    }
    const url = URL.createObjectURL(content);
    tab.location.replace(url);
    // It may be read, reloaded and printed for as long.
    setTimeout(() => URL.revokeObjectURL(url), AN_HOUR_MS);
  } catch (error) {
    tab?.close();
    throw error;
  }
};
