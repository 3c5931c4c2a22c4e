// Sets the theme before the first paint. Kept per device under 'theme': system, light, dark or sun.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const kept = localStorage.getItem('theme');
    const known = kept === 'light' || kept === 'dark' || kept === 'sun';
    document.documentElement.dataset.theme = known ? kept : dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
})();
