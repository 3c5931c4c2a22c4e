import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { organizationsQuery, rememberUser } from '#client/data/session.ts';
import { useUser } from '#client/data/user-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { accountQueries } from '#client/entities/accounts/account.ts';
import { countryChoices, countryName } from '#client/entities/organizations/countries.ts';
import { BillDetails, detailsOf, detailsSchema } from '#client/features/onboarding/quick/bill-details.tsx';
import { bodyOf, choiceOf, offeredCountries, settingsOf } from '#client/features/onboarding/quick/company-settings.ts';
import { Pick, Picks } from '#client/features/onboarding/quick/pick.tsx';
import { QuickFrame } from '#client/features/onboarding/quick/quick-frame.tsx';
import { SettingsCard } from '#client/features/onboarding/quick/settings-card.tsx';
import { useKept } from '#client/features/onboarding/quick/use-kept.ts';
import { quickPath } from '#client/features/onboarding/paths.ts';
import { namePath, useLacksName } from '#client/features/onboarding/use-onboarding.ts';
import { ofOrganization } from '#client/features/onboarding/wizard-frame.tsx';
import { reloadWhenPossible } from '#client/lib/dirty.ts';
import { keepLanguage, type Language, pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';
import type { NewFile } from '#client/offline/public.ts';
import { ChoiceSearch } from '#client/ui/choice-search.tsx';
import { focusInvalid } from '#client/ui/focus-invalid.ts';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { SearchIcon } from '#client/ui/icons.tsx';

/** Shows the screens in the language that was chosen for the company: on this device, and wherever else this person signs in. */
const useTurnTo = () => {
  const client = useQueryClient();
  const user = useUser();
  return async (language: Language): Promise<void> => {
    if (language === pageLanguage()) {
      return;
    }
    try {
      client.setQueryData(accountQueries.own.queryKey, await callOnline(routes.account.update, { body: { language } }));
      rememberUser({ ...user, language });
    } catch {
      // Without a connection the account keeps its language, and this device goes on in the chosen one.
    }
    keepLanguage(language);
    reloadWhenPossible();
  };
};

interface CountryPicksProps {
  readonly offered: readonly string[];
  readonly country: string;
  /** Whether nobody has said it yet. */
  readonly isGuess: boolean;
  readonly onChange: (country: string) => void;
}

const CountryPicks = ({ offered, country, isGuess, onChange }: CountryPicksProps) => {
  const [isSearching, setSearching] = useState(false);
  const shown = offered.includes(country) ? offered : [country, ...offered];
  return (
    <div className="grid gap-1.5">
      <p className="font-[620]">{t('Country')}</p>
      <Picks label={t('Country')}>
        {shown.map((code) => (
          <Pick key={code} isOn={code === country} onPress={() => onChange(code)}>
            {countryName(code)}
          </Pick>
        ))}
        <Pick icon={SearchIcon} onPress={() => setSearching(true)}>
          {t('Other')}
        </Pick>
      </Picks>
      {isGuess && <p className="text-sm text-ink2">{t('Taken from your browser.')}</p>}
      {isSearching && (
        <ChoiceSearch
          title={t('Choose a country')}
          choices={countryChoices()}
          quick={[]}
          value={[country]}
          onPick={(code) => {
            onChange(code);
            setSearching(false);
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </div>
  );
};

const Country = ({ organization }: { readonly organization: Organization }) => {
  const { id: orgId, onboardingCompleted } = organization;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const notices = useNotices();
  const turnTo = useTurnTo();
  const update = useWriter(orgId, routes.organizations.update);
  const [offered] = useState(() => offeredCountries(organization));
  const [choice, setChoice, forgetChoice] = useKept(`headlandCountry:${orgId}`, choiceOf(organization));
  const [file, setFile] = useState<NewFile | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const form = useForm({ initial: detailsOf(organization), schema: detailsSchema });

  const submit = () =>
    form.submit(
      async (body) => {
        const settings = bodyOf(choice);
        if (settings === undefined) {
          notices.problem(t('Tax on bills'), t('Tax rate must be a percentage from 0 to 100, with at most four decimals'));
          return;
        }
        const saved = await update({
          params: { orgId },
          body: { ...settings, ...body, logo: form.values.logo, ...(onboardingCompleted ? {} : { onboardingStep: 'trades' as const }) },
          ...(file === null ? {} : { files: [file] }),
        });
        if (saved.state !== 'sent') {
          notices.saved(saved, t('Organization'), t('Success'));
        }
        await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
        forgetChoice();
        navigate(quickPath('trades', orgId));
        await turnTo(settings.language);
      },
      (error) => notices.failure(t('Failed to update organization'), error),
    );
  return (
    <QuickFrame
      step="country"
      organization={organization}
      title={t('Where do you work?')}
      lead={t('This sets units, money and dates. You can change it any time.')}
      forward={t('Looks right')}
      busyText={form.isBusy && t('Saving...')}
      onForward={() => void submit().then(() => focusInvalid(place.current))}
    >
      <FormProblems problems={form.problems} />
      <CountryPicks
        offered={offered}
        country={choice.country}
        isGuess={organization.country === null && choice.country === offered[0]}
        onChange={(country) => setChoice({ ...choice, country })}
      />
      <div ref={place} className="grid items-start gap-4 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] md:gap-5">
        <SettingsCard
          settings={settingsOf(choice)}
          onChange={(part) => setChoice({ ...choice, touched: { ...choice.touched, ...part } })}
        />
        <BillDetails form={form} onFile={setFile} />
      </div>
    </QuickFrame>
  );
};

const NamedFirst = ({ organization }: { readonly organization: Organization }) =>
  useLacksName(organization) ? <Redirect to={namePath(organization)} replace /> : <Country organization={organization} />;

/** `/onboarding/country` (specification 3.33). */
export const CountryScreen = ofOrganization(NamedFirst);
