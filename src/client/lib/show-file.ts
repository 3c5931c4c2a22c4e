/** An app that is installed on an iPhone has no tabs. */
export const hasTabs = (): boolean => !('standalone' in navigator && navigator.standalone === true);

/**
 * Shows what stands at an address in a tab of its own. To be called by a press itself: the tab is opened before the address is known,
 * because browsers let nothing else open one. It is closed again if there is none.
 */
export const showInTab = async (address: Promise<string>): Promise<void> => {
  const tab = window.open('', '_blank');
  try {
    const found = await address;
    if (tab === null) {
      location.assign(found);
    } else {
      tab.location.replace(found);
    }
  } catch (error) {
    tab?.close();
    throw error;
  }
};
