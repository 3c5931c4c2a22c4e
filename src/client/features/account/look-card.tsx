import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Account } from '#shared/domain/account.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { rememberUser } from '#client/data/session.ts';
import { useUser } from '#client/data/user-context.tsx';
import { HANDS, keepHand, keptHand } from '#client/lib/hand.ts';
import { keepTheme, keptTheme, THEMES } from '#client/lib/theme.ts';
import { keepLanguage, type Language, LANGUAGES, pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

/** The account's language: sent to the server first, since other devices follow it, and then kept here. */
const LanguageSelect = ({ account }: { readonly account: Account }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const choose = async (language: Language | null) => {
    setBusy(true);
    try {
      client.setQueryData(accountQueries.own.queryKey, await callOnline(routes.account.update, { body: { language } }));
      keepLanguage(language);
      rememberUser({ ...user, language });
      if (language !== pageLanguage()) {
        // Redraws every text.
        window.location.reload();
      }
    } catch (error) {
      notices.failure(t('Failed to change the language'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Field label={t('Language')} hint={t('Applies wherever you sign in.')}>
      {(control) => (
        <Select
          {...control}
          disabled={isBusy}
          value={account.language ?? 'device'}
          onChange={({ target }) => void choose(LANGUAGES.find(({ id }) => id === target.value)?.id ?? null)}
        >
          <option value="device">{t('Same as this device')}</option>
          {LANGUAGES.map(({ id, name }) => (
            <option key={id} value={id} lang={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
};

const ThemeChoice = () => {
  const [theme, setTheme] = useState(keptTheme);
  return (
    <RadioGroup
      label={t('Theme')}
      choices={THEMES.map(({ id, name, hint }) => ({ id, name: t(name), ...(hint === null ? {} : { hint: t(hint) }) }))}
      value={theme}
      onChange={(id) => {
        keepTheme(id);
        setTheme(id);
      }}
    />
  );
};

const HandChoice = () => {
  const [hand, setHand] = useState(keptHand);
  return (
    <RadioGroup
      label={t('Hand that holds the phone')}
      choices={HANDS.map(({ id, name }) => ({
        id,
        name: t(name),
        ...(id === 'left' ? { hint: t('What the thumb needs most is on its side.') } : {}),
      }))}
      value={hand}
      onChange={(id) => {
        keepHand(id);
        setHand(id);
      }}
    />
  );
};

/** Language, theme and hand; without a network only what this device keeps by itself. */
export const LookCard = ({ account }: { readonly account: Account | undefined }) => (
  <Card>
    <CardHead title={t('Language and appearance')} />
    <div className="grid gap-5.5 p-4.5">
      {account && <LanguageSelect account={account} />}
      <ThemeChoice />
      <HandChoice />
    </div>
  </Card>
);
