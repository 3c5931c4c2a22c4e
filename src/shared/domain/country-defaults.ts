import { COUNTRIES } from '#shared/domain/countries.ts';
import type { PayPeriod } from '#shared/domain/pay-period.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** What a company in a country usually works with (specification 3.33). */
export interface CountryDefaults {
  readonly units: UnitSystem;
  /** ISO 4217. */
  readonly currency: string;
  /** The national tax on services with its usual full rate, in hundredths of a percent; null: there is none that holds everywhere. */
  readonly tax: { readonly name: string; readonly rate: number } | null;
  /** `yyyy-MM-dd`, of which month and day count. */
  readonly seasonStartDate: string;
  readonly payPeriod: PayPeriod;
}

const codesIn = (text: string): readonly string[] => text.split(/\s+/);

/** Where land is measured in acres, fuel in gallons and roads in miles. */
const US_UNITS = codesIn('US LR MM AS GU MP PR UM VI');

/** Where the year's work spans New Year: the season begins in the middle of winter, as it does in the north. */
const SOUTH = new Set(
  codesIn('AO AR AU BO BR BW CC CK CL CX FJ FK GS KM LS MG MU MW MZ NA NC NF NU NZ PE PF PN PY RE SZ TF TO TV UY VU WF WS YT ZA ZM ZW'),
);

/** Countries by their currency. */
const CURRENCIES = `EUR=AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA YT;
USD=AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI; GBP=GB GG IM JE GS; CHF=CH LI; AUD=AU CC CX HM KI NF NR TV;
NZD=NZ CK NU PN TK; DKK=DK FO GL; NOK=NO BV SJ; XOF=BF BJ CI GW ML NE SN TG; XAF=CF CG CM GA GQ TD; XCD=AG AI DM GD KN LC MS VC;
XPF=NC PF WF; MAD=MA EH; ILS=IL PS; ANG=CW SX; AED=AE; AFN=AF; ALL=AL; AMD=AM; AOA=AO; ARS=AR; AWG=AW; AZN=AZ; BAM=BA; BBD=BB; BDT=BD;
BHD=BH; BIF=BI; BMD=BM; BND=BN; BOB=BO; BRL=BR; BSD=BS; BTN=BT; BWP=BW; BYN=BY; BZD=BZ; CAD=CA; CDF=CD; CLP=CL; CNY=CN; COP=CO; CRC=CR;
CUP=CU; CVE=CV; CZK=CZ; DJF=DJ; DOP=DO; DZD=DZ; EGP=EG; ERN=ER; ETB=ET; FJD=FJ; FKP=FK; GEL=GE; GHS=GH; GIP=GI; GMD=GM; GNF=GN; GTQ=GT;
GYD=GY; HKD=HK; HNL=HN; HTG=HT; HUF=HU; IDR=ID; INR=IN; IQD=IQ; IRR=IR; ISK=IS; JMD=JM; JOD=JO; JPY=JP; KES=KE; KGS=KG; KHR=KH; KMF=KM;
KPW=KP; KRW=KR; KWD=KW; KYD=KY; KZT=KZ; LAK=LA; LBP=LB; LKR=LK; LRD=LR; LSL=LS; LYD=LY; MDL=MD; MGA=MG; MKD=MK; MMK=MM; MNT=MN; MOP=MO;
MRU=MR; MUR=MU; MVR=MV; MWK=MW; MXN=MX; MYR=MY; MZN=MZ; NAD=NA; NGN=NG; NIO=NI; NPR=NP; OMR=OM; PEN=PE; PGK=PG; PHP=PH; PKR=PK; PLN=PL;
PYG=PY; QAR=QA; RON=RO; RSD=RS; RUB=RU; RWF=RW; SAR=SA; SBD=SB; SCR=SC; SDG=SD; SEK=SE; SGD=SG; SHP=SH; SLE=SL; SOS=SO; SRD=SR; SSP=SS;
STN=ST; SYP=SY; SZL=SZ; THB=TH; TJS=TJ; TMT=TM; TND=TN; TOP=TO; TRY=TR; TTD=TT; TWD=TW; TZS=TZ; UAH=UA; UGX=UG; UYU=UY; UZS=UZ; VES=VE;
VND=VN; VUV=VU; WST=WS; YER=YE; ZAR=ZA; ZMW=ZM; ZWG=ZW`;

const CURRENCY_OF = new Map(
  CURRENCIES.split(';').flatMap((line) => {
    const [currency = '', countries = ''] = line.trim().split('=');
    return codesIn(countries).map((country) => [country, currency] as const);
  }),
);

/** National taxes on services: the name on bills, and the usual full rate in percent. */
const TAX = new Map<string, { readonly name: string; readonly rate: number }>(
  Object.entries({
    'MwSt.': 'DE 19',
    'USt.': 'AT 20',
    MWST: 'CH 8.1, LI 8.1',
    VAT: 'CY 19, GB 20, IE 23, IM 20, MT 18, PL 23, ZA 15',
    TVA: 'FR 20, LU 17, MC 20, MD 20, RO 21',
    'BTW/TVA': 'BE 21',
    BTW: 'NL 21',
    IVA: 'AR 21, BO 13, CL 19, CO 19, CR 13, EC 15, ES 21, GT 12, IT 22, MX 16, NI 15, PT 23, PY 10, SM 17, SV 13, UY 22, VE 16',
    IGV: 'PE 18',
    ISV: 'HN 15',
    ITBIS: 'DO 18',
    ITBMS: 'PA 7',
    moms: 'DK 25, SE 25',
    MVA: 'NO 25',
    ALV: 'FI 25.5',
    VSK: 'IS 24',
    KM: 'EE 24',
    PVN: 'LV 21',
    PVM: 'LT 21',
    PDV: 'BA 17, HR 25, ME 21, RS 20',
    DDV: 'MK 18, SI 22',
    DPH: 'CZ 21, SK 23',
    ÁFA: 'HU 27',
    ΦΠΑ: 'GR 24',
    ДДС: 'BG 20',
    ПДВ: 'UA 20',
    TVSH: 'AL 20',
    KDV: 'TR 20',
    GST: 'AU 10, NZ 15',
  }).flatMap(([name, places]) =>
    places.split(', ').map((place) => {
      const [country = '', percent = ''] = place.split(' ');
      return [country, { name, rate: Math.round(Number(percent) * 100) }] as const;
    }),
  ),
);

const SPEAKS: Readonly<Record<Exclude<LanguageId, 'en'>, readonly string[]>> = {
  de: codesIn('DE AT CH LI LU'),
  es: codesIn('ES MX AR BO CL CO CR CU DO EC GQ GT HN NI PA PE PR PY SV UY VE'),
};

/** What a company there usually works with; what is not known is as in most countries. */
export const defaultsOf = (country: string): CountryDefaults => ({
  units: US_UNITS.includes(country) ? 'us' : 'metric',
  currency: CURRENCY_OF.get(country) ?? 'USD',
  tax: TAX.get(country) ?? null,
  seasonStartDate: SOUTH.has(country) ? '2000-07-01' : '2000-01-01',
  payPeriod: country === 'US' ? 'twoWeeks' : 'month',
});

/** The language of the country, if this person reads it, too (`preferred` are the browser's); otherwise that of the page. */
export const languageIn = (country: string, preferred: readonly string[], page: LanguageId): LanguageId => {
  const spoken = (['de', 'es'] as const).find((language) => SPEAKS[language].includes(country)) ?? 'en';
  return preferred.some((locale) => locale.toLowerCase().split('-')[0] === spoken) ? spoken : page;
};

/** The countries in which people of this language usually are, the likeliest first. */
const USUAL: Readonly<Record<LanguageId, readonly string[]>> = {
  en: codesIn('US CA GB IE AU'),
  de: codesIn('DE AT CH LU NL'),
  es: codesIn('ES MX AR CL UY'),
};

/** Time zones of one country each, by their place; those of other countries are guessed from the languages. */
const ZONES: Readonly<Record<string, string>> = {
  US: 'New_York Detroit Chicago Denver Boise Phoenix Los_Angeles Anchorage Honolulu Indianapolis Louisville Menominee Juneau Center Beulah New_Salem Knox Winamac Vincennes Marengo Petersburg Tell_City Vevay Monticello',
  CA: 'Toronto Winnipeg Regina Edmonton Vancouver Halifax St_Johns Moncton Whitehorse Thunder_Bay Swift_Current',
  MX: 'Mexico_City Monterrey Hermosillo Chihuahua Tijuana Mazatlan Merida Cancun Ciudad_Juarez Matamoros Ojinaga Bahia_Banderas',
  DE: 'Berlin Busingen',
  AU: 'Sydney Melbourne Brisbane Adelaide Perth Hobart Darwin Broken_Hill Lindeman',
  NZ: 'Auckland Chatham',
  ES: 'Madrid Canary Ceuta',
  PT: 'Lisbon Azores Madeira',
  AR: 'Buenos_Aires Cordoba Mendoza Salta Tucuman Jujuy Catamarca La_Rioja San_Juan San_Luis Rio_Gallegos Ushuaia',
  CL: 'Santiago Punta_Arenas',
  BR: 'Sao_Paulo Cuiaba Campo_Grande Bahia Fortaleza Manaus Recife Belem Porto_Velho Araguaina',
  EC: 'Guayaquil',
  AT: 'Vienna',
  CH: 'Zurich',
  LI: 'Vaduz',
  LU: 'Luxembourg',
  GB: 'London Belfast',
  IE: 'Dublin',
  FR: 'Paris',
  BE: 'Brussels',
  NL: 'Amsterdam',
  DK: 'Copenhagen',
  SE: 'Stockholm',
  NO: 'Oslo',
  FI: 'Helsinki',
  PL: 'Warsaw',
  CZ: 'Prague',
  SK: 'Bratislava',
  HU: 'Budapest',
  RO: 'Bucharest',
  BG: 'Sofia',
  HR: 'Zagreb',
  SI: 'Ljubljana',
  IT: 'Rome',
  GR: 'Athens',
  EE: 'Tallinn',
  LV: 'Riga',
  LT: 'Vilnius',
  UA: 'Kyiv Kiev',
  TR: 'Istanbul',
  CO: 'Bogota',
  PE: 'Lima',
  UY: 'Montevideo',
  PY: 'Asuncion',
  BO: 'La_Paz',
  VE: 'Caracas',
  CR: 'Costa_Rica',
  GT: 'Guatemala',
  HN: 'Tegucigalpa',
  NI: 'Managua',
  SV: 'El_Salvador',
  PA: 'Panama',
  DO: 'Santo_Domingo',
  CU: 'Havana',
  PR: 'Puerto_Rico',
  ZA: 'Johannesburg',
};

const countryOfZone = (zone: string): string | undefined => {
  const place = zone.split('/').at(-1) ?? '';
  return Object.keys(ZONES).find((country) => ZONES[country]?.split(' ').includes(place));
};

const regionOf = (locale: string): string | undefined => {
  try {
    return new Intl.Locale(locale).region;
  } catch {
    return undefined;
  }
};

const MOST = 5;

/**
 * The countries where somebody with such a device probably works, the likeliest first: where its clock is, then where its languages are
 * spoken. Many browsers outside of America say en-US, so the clock counts for more.
 */
export const likelyCountries = (languages: readonly string[], zone: string, page: LanguageId): readonly string[] => {
  const here = countryOfZone(zone);
  const found = [...(here === undefined ? [] : [here]), ...languages.flatMap((locale) => regionOf(locale) ?? []), ...USUAL[page]];
  return [...new Set(found.filter((country) => COUNTRIES.includes(country)))].slice(0, MOST);
};
