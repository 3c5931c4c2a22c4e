/** Where the landing screen stands in the page, drawn when the app was built. */
const landing = document.getElementById('landing');

/** `theme.js` has hidden it before the first paint, because somebody was signed in here. */
const { dataset } = document.documentElement;

/** Whether it is what the page shows now. */
export const isLandingShown = (): boolean => landing?.isConnected === true && dataset['known'] === undefined;

/** Shows it before all else, or takes it out of the page. It leads back to the address that was asked for. */
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
