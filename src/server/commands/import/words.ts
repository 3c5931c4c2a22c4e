import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import type { BillWay } from '#shared/domain/customer-billing.ts';
import { COUNTRIES } from '#shared/domain/countries.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { LANGUAGE_IDS, type LanguageId } from '#shared/lib/languages.ts';

/** What people call these besides the names that the platform knows. */
const OTHER_COUNTRIES: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  brd: 'DE',
  holland: 'NL',
  'estados unidos de america': 'US',
};

/** Codes of three letters and of cars that lists are full of. */
const SHORT_COUNTRIES: Readonly<Record<string, string>> = {
  d: 'DE',
  a: 'AT',
  deu: 'DE',
  aut: 'AT',
  che: 'CH',
  esp: 'ES',
  e: 'ES',
  mex: 'MX',
  gbr: 'GB',
  irl: 'IE',
  can: 'CA',
};

let countries: ReadonlyMap<string, string> | undefined;
const countryNames = (): ReadonlyMap<string, string> => {
  countries ??= new Map([
    ...LANGUAGE_IDS.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return COUNTRIES.map((code): [string, string] => [foldName(names.of(code) ?? code), code]);
    }),
    ...Object.entries(OTHER_COUNTRIES),
    ...Object.entries(SHORT_COUNTRIES),
    ...COUNTRIES.map((code): [string, string] => [code.toLowerCase(), code]),
  ]);
  return countries;
};

/** The code of a country by its name in any of our languages, or by its code. */
export const countryNamed = (text: string): string | undefined => countryNames().get(foldName(text));

const LANGUAGES: Readonly<Record<string, LanguageId>> = {
  english: 'en',
  englisch: 'en',
  ingles: 'en',
  german: 'de',
  deutsch: 'de',
  aleman: 'de',
  spanish: 'es',
  spanisch: 'es',
  espanol: 'es',
  castellano: 'es',
};

/** A language of Headland, by its name or a code such as `de-AT`. */
export const languageNamed = (text: string): LanguageId | undefined => {
  const plain = foldName(text);
  return LANGUAGES[plain] ?? LANGUAGE_IDS.find((id) => plain.split(' ')[0] === id);
};

const LEVELS: Readonly<Record<string, AccessLevel>> = {
  inhaber: 'owner',
  propietario: 'owner',
  administrator: 'admin',
  administrador: 'admin',
  leitung: 'manager',
  betriebsleiter: 'manager',
  gerente: 'manager',
  encargado: 'manager',
  'advanced user': 'advanced',
  erweitert: 'advanced',
  avanzado: 'advanced',
  'basic user': 'basic',
  einfach: 'basic',
  basico: 'basic',
  driver: 'employee',
  worker: 'employee',
  operator: 'employee',
  mitarbeiter: 'employee',
  fahrer: 'employee',
  empleado: 'employee',
  conductor: 'employee',
  operador: 'employee',
};

/** An access level by its name in any of our languages, or by what a driver is called. */
export const levelNamed = (text: string): AccessLevel | undefined => {
  const plain = foldName(text);
  return LEVELS[plain] ?? ACCESS_LEVELS.find((level) => level === plain);
};

const WAYS: Readonly<Record<string, BillWay>> = Object.fromEntries([
  ...'mail|email|e mail|by email|by mail|per e mail|per email|por correo|correo|correo electronico'
    .split('|')
    .map((word) => [word, 'mail']),
  ...'print|paper|on paper|post|letter|papier|auf papier|brief|per post|druck|papel|en papel|carta|impresa'
    .split('|')
    .map((word) => [word, 'print']),
]) as Record<string, BillWay>;

/** How a customer gets bills, by what it is called in any of our languages. */
export const wayNamed = (text: string): BillWay | undefined => WAYS[foldName(text)];
