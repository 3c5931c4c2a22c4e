import { type ReactNode, useEffect, useRef, useState } from 'react';
import { UNIT_SYSTEMS, type UnitSystem } from '#shared/domain/units.ts';
import { CurrencySelect } from '#client/entities/organizations/currency-select.tsx';
import { rateOf } from '#client/entities/organizations/money-form.ts';
import { TimeZoneField } from '#client/entities/organizations/time-zone-field.tsx';
import type { CompanySettings } from '#client/features/onboarding/quick/company-settings.ts';
import { Pick, Picks } from '#client/features/onboarding/quick/pick.tsx';
import {
  BanknoteIcon,
  ClockIcon,
  LanguageIcon,
  PercentIcon,
  RulerIcon,
  SeasonIcon,
} from '#client/features/onboarding/quick/quick-icons.ts';
import { formatMoney, formatPercent } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { LANGUAGES, localeIn, pageLanguage, wordsLocale } from '#client/lib/language.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Checkbox, Field, Select, TextInput } from '#client/ui/field.tsx';
import { DateIcon, type Icon } from '#client/ui/icons.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

const UNIT_WORDS = { us: 'Acres, gallons, tons', metric: 'Hectares, liters, tonnes' } as const satisfies Record<UnitSystem, PlainText>;

const nameOf = (type: 'currency', code: string): string => new Intl.DisplayNames(wordsLocale(), { type }).of(code) ?? code;

/** 'Central Time, Chicago' */
const zoneWords = (zone: string): string => {
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  try {
    const parts = new Intl.DateTimeFormat(wordsLocale(), { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
    return name === undefined ? place : `${name}, ${place}`;
  } catch {
    return place;
  }
};

const seasonWords = (date: string): string =>
  new Intl.DateTimeFormat(wordsLocale(), { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`));

const firstsOfMonths = (own: string): string[] =>
  [
    ...new Set([...Array.from({ length: 12 }, (_, month) => `2000-${String(month + 1).padStart(2, '0')}-01`), `2000${own.slice(4)}`]),
  ].toSorted();

const taxWords = ({ name, percent }: CompanySettings['tax']): string => {
  const rate = rateOf(percent);
  return typeof rate === 'number' ? `${name === '' ? t('Tax') : name} ${formatPercent(rate / 100)}` : t('None');
};

interface RowProps {
  readonly icon: Icon;
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  /** What changes it; absent: nothing here. */
  readonly children?: ReactNode;
}

/** What was set up, and in its place what changes it. */
const Row = ({ icon: IconShape, label, value, hint, isOpen = false, onOpen, children }: RowProps) => {
  const editor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) {
      editor.current?.querySelector<HTMLElement>('button, select, input')?.focus();
    } else if (wasOpen.current) {
      button.current?.querySelector('button')?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <li className="grid gap-2.5 border-line px-4.5 py-2.5 not-first:border-t">
      <div className="flex min-h-11 items-center gap-3">
        <IconShape className="size-5 shrink-0 text-ink2" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block text-sm text-ink2">{label}</span>
          <span className="block font-[680] wrap-anywhere">{value}</span>
          {hint !== undefined && <span className="block text-sm text-ink2">{hint}</span>}
        </span>
        {onOpen && (
          <span ref={button}>
            <Button
              variant="ghost"
              aria-expanded={isOpen}
              aria-label={isOpen ? t('Done: {what}', { what: label }) : t('Change it: {what}', { what: label })}
              onClick={() => onOpen(!isOpen)}
            >
              {isOpen ? t('Done') : t('Change it')}
            </Button>
          </span>
        )}
      </div>
      {isOpen && <div ref={editor}>{children}</div>}
    </li>
  );
};

interface SettingsCardProps {
  readonly settings: CompanySettings;
  readonly onChange: (part: Partial<CompanySettings>) => void;
}

/** What follows from the country: guessed, and each changed in its place. */
export const SettingsCard = ({ settings, onChange }: SettingsCardProps) => {
  const [open, setOpen] = useState<keyof CompanySettings | null>(null);
  const { language, units, currency, timeZone, tax, seasonStartDate } = settings;
  const locale = localeIn(language) ?? language;
  const row = (name: keyof CompanySettings) => ({
    isOpen: open === name,
    onOpen: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });
  // Not for a select: by keyboard each arrow is a choice.
  const choose = (part: Partial<CompanySettings>) => {
    onChange(part);
    setOpen(null);
  };
  const setTax = (part: Partial<CompanySettings['tax']>) => onChange({ tax: { ...tax, ...part } });
  return (
    <Card>
      <CardHead title={t('We set this up for you')} />
      <ul>
        <Row
          icon={LanguageIcon}
          label={t('Language')}
          value={LANGUAGES.find(({ id }) => id === language)?.name ?? ''}
          hint={language === pageLanguage() ? undefined : t('Your screens change to it when you go on.')}
          {...row('language')}
        >
          <Picks label={t('Language')}>
            {LANGUAGES.map(({ id, name }) => (
              <Pick key={id} lang={id} isOn={id === language} onPress={() => choose({ language: id })}>
                {name}
              </Pick>
            ))}
          </Picks>
        </Row>
        <Row icon={RulerIcon} label={t('Units')} value={t(UNIT_WORDS[units])} {...row('units')}>
          <Picks label={t('Units')}>
            {UNIT_SYSTEMS.map((id) => (
              <Pick key={id} isOn={id === units} onPress={() => choose({ units: id })}>
                {t(UNIT_WORDS[id])}
              </Pick>
            ))}
          </Picks>
        </Row>
        <Row
          icon={BanknoteIcon}
          label={t('Currency')}
          value={`${nameOf('currency', currency)}, ${formatMoney(123_450, currency, locale)}`}
          {...row('currency')}
        >
          <Field label={t('Currency')}>
            {(control) => <CurrencySelect control={control} value={currency} onChange={(code) => onChange({ currency: code })} />}
          </Field>
        </Row>
        <Row icon={DateIcon} label={t('Dates')} value={formatDate('2025-10-09', locale)} hint={t('As each person’s device writes them.')} />
        <Row icon={ClockIcon} label={t('Time zone')} value={zoneWords(timeZone)} {...row('timeZone')}>
          <TimeZoneField
            value={timeZone}
            error={undefined}
            onChange={(zone) => {
              if (zone !== '') {
                onChange({ timeZone: zone });
              }
            }}
          />
        </Row>
        <Row
          icon={PercentIcon}
          label={t('Tax on bills')}
          value={taxWords(tax)}
          hint={tax.percent === '' ? undefined : t('Some farm work has a rate of its own: check with your accountant.')}
          {...row('tax')}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label={t('Tax rate in percent')}
              hint={t('Leave it empty if there is no tax.')}
              isPercent
              error={
                rateOf(tax.percent) === undefined ? t('Tax rate must be a percentage from 0 to 100, with at most four decimals') : undefined
              }
              value={tax.percent}
              onChange={(percent) => setTax({ percent })}
            />
            <Field label={t('Name of the tax')} hint={t('As shown on bills, such as Sales tax or VAT.')}>
              {(control) => (
                <TextInput {...control} autoComplete="off" value={tax.name} onChange={({ target }) => setTax({ name: target.value })} />
              )}
            </Field>
            <Checkbox
              label={t('Prices include the tax')}
              checked={tax.isIncluded}
              onChange={({ target }) => setTax({ isIncluded: target.checked })}
            />
          </div>
        </Row>
        <Row icon={SeasonIcon} label={t('Season Start')} value={seasonWords(seasonStartDate)} {...row('seasonStartDate')}>
          <Field label={t('Season Start')} hint={t('Reports and the overview count from this day.')}>
            {(control) => (
              <Select
                {...control}
                value={`2000${seasonStartDate.slice(4)}`}
                onChange={({ target }) => onChange({ seasonStartDate: target.value })}
              >
                {firstsOfMonths(seasonStartDate).map((date) => (
                  <option key={date} value={date}>
                    {seasonWords(date)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </Row>
      </ul>
    </Card>
  );
};
