import { useEffect } from 'react';

/** While a screen is printed it is light: paper has no dark ground, and light words would not be seen on it. */
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
