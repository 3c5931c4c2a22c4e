import type { UnitSystem } from '#shared/domain/units.ts';

/** The currencies of most contractors, offered first. */
export const COMMON_CURRENCIES = ['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD', 'CHF', 'MXN', 'BRL', 'ARS'] as const;

const OTHERS = `AED AFN ALL AMD ANG AOA AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BSD BTN BWP BYN BZD CDF CLP CNY COP CRC CUP CVE CZK
DJF DKK DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW
KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MYR MZN NAD NGN NIO NOK NPR OMR PAB PEN PGK PHP PKR
PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU
UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG`;

/** Currencies in use, as ISO 4217 codes; the common ones first. */
export const CURRENCIES: readonly string[] = [...COMMON_CURRENCIES, ...OTHERS.split(/\s+/)];

/** The currency of an organization until it chooses another. */
export const CURRENCY_OF: Readonly<Record<UnitSystem, string>> = { us: 'USD', metric: 'EUR' };
