// Before the first paint: the theme, kept per device under 'theme' (system, light, dark or sun), the hand that holds it, the language, and whether anybody is signed in here.
(() => {
  const page = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const kept = localStorage.getItem('theme');
    const known = kept === 'light' || kept === 'dark' || kept === 'sun';
    page.dataset.theme = known ? kept : dark.matches ? 'dark' : 'light';
  };
  apply();
  // The hand that holds the phone, kept per device.
  page.dataset.hand = localStorage.getItem('hand') ?? 'right';
  dark.addEventListener('change', apply);

  // What was chosen on this device, else the first of the browser's languages that the screens have. The app goes by what stands here.
  const wanted = [localStorage.getItem('language'), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  page.lang = wanted.find((tag) => tag === 'en' || tag === 'es' || tag === 'de') ?? 'en';
  // The page's description and the words of the app that is installed: the build puts those of all languages there.
  for (const element of document.head.querySelectorAll(`[data-${page.lang}]`)) {
    element.setAttribute(element.localName === 'link' ? 'href' : 'content', element.dataset[page.lang]);
  }

  // The landing screen is in the page from the start. Who was signed in here, or comes from signing in, does not see it come up and go, nor
  // who has the link of an invitation.
  const isKnown = localStorage.getItem('headlandUser') || sessionStorage.getItem('greeting') || sessionStorage.getItem('signingIn');
  if (isKnown || /^\/invitation(\/|$)/.test(location.pathname)) {
    page.dataset.known = '';
  }
  // What only whoever sees it needs: its pictures, and the languages, which need this script.
  const reveal = () => {
    if (page.dataset.known === undefined) {
      document.querySelectorAll('#landing img').forEach((picture) => (picture.src = picture.dataset.src));
      document.querySelectorAll('#landing .invisible').forEach((part) => part.classList.remove('invisible'));
    }
  };
  addEventListener('DOMContentLoaded', reveal);
  new MutationObserver(reveal).observe(page, { attributeFilter: ['data-known'] });
  // Signing in leaves the app, and comes back to the address that was asked for.
  addEventListener('click', ({ target }) => {
    const choice = target instanceof Element && target.closest('#landing [data-language]');
    if (choice) {
      localStorage.setItem('language', choice.dataset.language);
      location.reload();
    }
    const link = target instanceof Element && target.closest('#landing a');
    if (link) {
      const asked = location.pathname + location.search;
      // Those that say themselves where they lead do.
      if (!link.search && asked !== '/') {
        link.href = `/api/login?returnTo=${encodeURIComponent(asked)}`;
      }
      sessionStorage.setItem('signingIn', 'yes');
    }
  });
})();
