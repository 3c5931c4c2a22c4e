import { useEffect } from 'react';

/** Prints a screen in the light theme: paper has no dark background, and light text would not be visible on it. */
export const usePrintLight = (): void => {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let before: string | undefined;
    const begin = () => {
      before = dataset['theme'];
      dataset['theme'] = 'light';
    };
    const end = () => {
      if (before !== undefined) {
        dataset['theme'] = before;
      }
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
};
