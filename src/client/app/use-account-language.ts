import { useEffect } from 'react';
import { chosenLanguage, keepLanguage, pageLanguage } from '#client/lib/language.ts';
import { reloadWhenPossible } from '#client/lib/dirty.ts';
import { useUser } from '#client/data/user-context.tsx';

/** Shows the screens in the account's language, if it has one: a device that did not know it reloads the page once nothing is unsaved. */
export const useAccountLanguage = (): void => {
  const { language } = useUser();
  useEffect(() => {
    if (!language || language === chosenLanguage()) {
      return undefined;
    }
    keepLanguage(language);
    return language === pageLanguage() ? undefined : reloadWhenPossible();
  }, [language]);
};
