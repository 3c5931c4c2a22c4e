/** The landing screen's element, rendered when the app was built. */
const landing = document.getElementById('landing');

/** `theme.js` has hidden it before the first paint, because somebody was signed in here. */
const { dataset } = document.documentElement;

/** Whether the page shows it now. */
export const isLandingShown = (): boolean => landing?.isConnected === true && dataset['known'] === undefined;

/** Shows it on top of everything, or removes it from the page. It leads back to the address that was asked for. */
export const showLanding = (isShown: boolean): void => {
  if (!isShown) {
    landing?.remove();
    return;
  }
  delete dataset['known'];
  if (landing && !landing.isConnected) {
    document.body.prepend(landing);
  }
};
