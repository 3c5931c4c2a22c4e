/**
 * Why the tax of a bill is not the usual one. `reverseCharge` is for a customer in the seller's own country, `reverseChargeAbroad` for one
 * elsewhere: there no article is named, for it is another one for work on land than for other services.
 */
export type TaxCase = 'smallBusiness' | 'farmFlatRate' | 'exempt' | 'reverseCharge' | 'reverseChargeAbroad' | 'abroad';

/** In English, German, Spanish; `{note}` stands for the customer's own reason. Null: the law wants no words, or forbids them. */
type Words = readonly [en: string, de: string, es: string] | null;

/** Member states of the European Union that have no words of their own here. */
export const UNION_WORDS: Readonly<Record<TaxCase, Words>> = {
  smallBusiness: [
    'Exempt from VAT: scheme for small businesses (Article 284 of Directive 2006/112/EC).',
    'Von der Mehrwertsteuer befreit: Sonderregelung für Kleinunternehmen (Artikel 284 der Richtlinie 2006/112/EG).',
    'Exento de IVA: régimen especial de las pequeñas empresas (artículo 284 de la Directiva 2006/112/CE).',
  ],
  farmFlatRate: [
    'Flat-rate scheme for farmers (Article 300 of Directive 2006/112/EC).',
    'Pauschalregelung für landwirtschaftliche Erzeuger (Artikel 300 der Richtlinie 2006/112/EG).',
    'Régimen de tanto alzado de los productores agrícolas (artículo 300 de la Directiva 2006/112/CE).',
  ],
  exempt: ['Exempt from VAT{note}.', 'Von der Mehrwertsteuer befreit{note}.', 'Operación exenta de IVA{note}.'],
  reverseCharge: [
    'Reverse charge: the customer accounts for the VAT.',
    'Reverse Charge: Steuerschuldnerschaft des Leistungsempfängers.',
    'Inversión del sujeto pasivo (reverse charge).',
  ],
  reverseChargeAbroad: [
    'Reverse charge: the customer accounts for the VAT.',
    'Reverse Charge: Steuerschuldnerschaft des Leistungsempfängers.',
    'Inversión del sujeto pasivo (reverse charge).',
  ],
  abroad: [
    'Outside the scope of VAT here: the place of the service is abroad.',
    'Im Inland nicht steuerbar: Der Ort der Leistung liegt im Ausland.',
    'Operación no sujeta a IVA: el servicio se localiza en el extranjero.',
  ],
};

/** All other countries. */
export const OTHER_WORDS: Readonly<Record<TaxCase, Words>> = {
  smallBusiness: null,
  farmFlatRate: null,
  exempt: ['Exempt from tax{note}.', 'Steuerfrei{note}.', 'Exento de impuesto{note}.'],
  reverseCharge: [
    'The customer accounts for the tax (reverse charge).',
    'Die Steuer schuldet der Leistungsempfänger (Reverse Charge).',
    'El impuesto lo declara el cliente (inversión del sujeto pasivo).',
  ],
  reverseChargeAbroad: [
    'The customer accounts for the tax (reverse charge).',
    'Die Steuer schuldet der Leistungsempfänger (Reverse Charge).',
    'El impuesto lo declara el cliente (inversión del sujeto pasivo).',
  ],
  abroad: [
    'Not taxed here: the place of the service is abroad.',
    'Im Inland nicht steuerbar: Der Ort der Leistung liegt im Ausland.',
    'No sujeto a impuesto: el servicio se presta en el extranjero.',
  ],
};

/** By the seller's country. Words that a law prescribes stay in its language, in every translation. Sources: docs/billing-law.md. */
export const COUNTRY_WORDS: Readonly<Record<string, Partial<Readonly<Record<TaxCase, Words>>>>> = {
  DE: {
    smallBusiness: [
      'No VAT: the exemption for small businesses applies (Steuerbefreiung für Kleinunternehmer, § 19 UStG).',
      'Es gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).',
      'Sin IVA: se aplica la exención para pequeñas empresas (Steuerbefreiung für Kleinunternehmer, § 19 UStG).',
    ],
    farmFlatRate: [
      'Average rate for agriculture and forestry (Durchschnittssatz, § 24 UStG).',
      'Durchschnittssatz für land- und forstwirtschaftliche Betriebe (§ 24 UStG).',
      'Tipo medio para explotaciones agrarias y forestales (Durchschnittssatz, § 24 UStG).',
    ],
    exempt: ['Exempt from VAT (steuerfrei){note}.', 'Steuerfreie Leistung{note}.', 'Exento de IVA (steuerfrei){note}.'],
    reverseCharge: [
      'Reverse charge: Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG).',
      'Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG).',
      'Inversión del sujeto pasivo: Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG).',
    ],
    reverseChargeAbroad: [
      'Reverse charge: Steuerschuldnerschaft des Leistungsempfängers.',
      'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
      'Inversión del sujeto pasivo: Steuerschuldnerschaft des Leistungsempfängers.',
    ],
    abroad: [
      'Not taxable in Germany (nicht steuerbar, § 3a UStG).',
      'Im Inland nicht steuerbare Leistung (§ 3a UStG).',
      'Operación no sujeta a IVA en Alemania (nicht steuerbar, § 3a UStG).',
    ],
  },
  AT: {
    smallBusiness: [
      'No VAT: exempt as a small business (Kleinunternehmer, § 6 Abs. 1 Z 27 UStG 1994).',
      'Umsatzsteuerfrei: Kleinunternehmer (§ 6 Abs. 1 Z 27 UStG 1994).',
      'Sin IVA: pequeña empresa exenta (Kleinunternehmer, § 6 Abs. 1 Z 27 UStG 1994).',
    ],
    farmFlatRate: [
      'Average rate for agriculture and forestry (Durchschnittssatz, § 22 UStG 1994).',
      'Durchschnittssatz für land- und forstwirtschaftliche Betriebe (§ 22 UStG 1994).',
      'Tipo medio para explotaciones agrarias y forestales (Durchschnittssatz, § 22 UStG 1994).',
    ],
    exempt: ['Exempt from VAT (umsatzsteuerfrei){note}.', 'Umsatzsteuerfreie Leistung{note}.', 'Exento de IVA (umsatzsteuerfrei){note}.'],
    reverseCharge: [
      'Reverse charge: Steuerschuldnerschaft des Leistungsempfängers (§ 19 UStG 1994).',
      'Steuerschuldnerschaft des Leistungsempfängers (Übergang der Steuerschuld, § 19 UStG 1994).',
      'Inversión del sujeto pasivo: Steuerschuldnerschaft des Leistungsempfängers (§ 19 UStG 1994).',
    ],
    reverseChargeAbroad: [
      'Reverse charge: Steuerschuldnerschaft des Leistungsempfängers.',
      'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
      'Inversión del sujeto pasivo: Steuerschuldnerschaft des Leistungsempfängers.',
    ],
    abroad: [
      'Not taxable in Austria (nicht steuerbar, § 3a UStG 1994).',
      'Im Inland nicht steuerbare Leistung (§ 3a UStG 1994).',
      'Operación no sujeta a IVA en Austria (nicht steuerbar, § 3a UStG 1994).',
    ],
  },
  CH: {
    exempt: [
      'Exempt from Swiss VAT{note}.',
      'Von der Schweizer Mehrwertsteuer befreit oder ausgenommen{note}.',
      'Exento del IVA suizo{note}.',
    ],
    abroad: [
      'Not subject to Swiss VAT: the place of the service is abroad (Art. 7, 8 MWSTG).',
      'Ort der Leistung im Ausland, nicht der Schweizer Mehrwertsteuer unterstellt (Art. 7, 8 MWSTG).',
      'No sujeto al IVA suizo: el servicio se presta en el extranjero (art. 7, 8 MWSTG).',
    ],
  },
  ES: {
    farmFlatRate: [
      'Special scheme for agriculture: flat-rate compensation (régimen especial de la agricultura, ganadería y pesca, art. 130 Ley 37/1992).',
      'Sonderregelung für die Landwirtschaft: Pauschalausgleich (régimen especial de la agricultura, ganadería y pesca, art. 130 Ley 37/1992).',
      'Régimen especial de la agricultura, ganadería y pesca: compensación a tanto alzado (art. 130 Ley 37/1992).',
    ],
    exempt: [
      'Exempt from VAT (operación exenta de IVA){note}.',
      'Von der Mehrwertsteuer befreit (operación exenta de IVA){note}.',
      'Operación exenta de IVA{note}.',
    ],
    reverseCharge: [
      'Reverse charge: inversión del sujeto pasivo (art. 84.Uno.2.º Ley 37/1992).',
      'Steuerschuldnerschaft des Leistungsempfängers: inversión del sujeto pasivo (art. 84.Uno.2.º Ley 37/1992).',
      'Inversión del sujeto pasivo (art. 84.Uno.2.º Ley 37/1992).',
    ],
    reverseChargeAbroad: [
      'Reverse charge: inversión del sujeto pasivo.',
      'Steuerschuldnerschaft des Leistungsempfängers: inversión del sujeto pasivo.',
      'Inversión del sujeto pasivo.',
    ],
    abroad: [
      'Not subject to Spanish VAT (operación no sujeta, arts. 69 y 70 Ley 37/1992).',
      'In Spanien nicht steuerbar (operación no sujeta, arts. 69 y 70 Ley 37/1992).',
      'Operación no sujeta a IVA por reglas de localización (arts. 69 y 70 Ley 37/1992).',
    ],
  },
  GB: {
    smallBusiness: ['No VAT: not registered for VAT.', 'Keine Mehrwertsteuer: not registered for VAT.', 'Sin IVA: not registered for VAT.'],
    farmFlatRate: [
      'Agricultural Flat Rate Scheme: flat rate addition (FRA; VAT Act 1994, section 54).',
      'Pauschalregelung für Landwirte: flat rate addition (FRA; VAT Act 1994, section 54).',
      'Régimen de tanto alzado para agricultores: flat rate addition (FRA; VAT Act 1994, section 54).',
    ],
    exempt: ['Exempt supply{note}.', 'Von der Mehrwertsteuer befreit (exempt supply){note}.', 'Exento de IVA (exempt supply){note}.'],
    reverseCharge: [
      'Reverse charge: VAT Act 1994 section 55A applies. Customer to account to HMRC for the VAT, at the standard rate on the price without VAT.',
      'Reverse charge: VAT Act 1994 section 55A applies. Die Mehrwertsteuer zum Normalsatz auf den Nettopreis schuldet der Leistungsempfänger.',
      'Reverse charge: VAT Act 1994 section 55A applies. El cliente declara el IVA, al tipo general sobre el precio sin IVA.',
    ],
    abroad: ['Outside the scope of UK VAT.', 'Outside the scope of UK VAT (nicht steuerbar).', 'Outside the scope of UK VAT (no sujeto).'],
  },
  IE: {
    smallBusiness: ['No VAT: not registered for VAT.', 'Keine Mehrwertsteuer: not registered for VAT.', 'Sin IVA: not registered for VAT.'],
    farmFlatRate: [
      'Flat-rate farmer: flat-rate addition (VAT Consolidation Act 2010, section 86).',
      'Pauschalregelung für Landwirte: flat-rate addition (VAT Consolidation Act 2010, section 86).',
      'Régimen de tanto alzado para agricultores: flat-rate addition (VAT Consolidation Act 2010, section 86).',
    ],
  },
  FR: {
    smallBusiness: [
      'No VAT: TVA non applicable, art. 293 B du CGI.',
      'Keine Mehrwertsteuer: TVA non applicable, art. 293 B du CGI.',
      'Sin IVA: TVA non applicable, art. 293 B du CGI.',
    ],
    reverseCharge: [
      'Reverse charge: autoliquidation.',
      'Steuerschuldnerschaft des Leistungsempfängers: autoliquidation.',
      'Inversión del sujeto pasivo: autoliquidation.',
    ],
    reverseChargeAbroad: [
      'Reverse charge: autoliquidation.',
      'Steuerschuldnerschaft des Leistungsempfängers: autoliquidation.',
      'Inversión del sujeto pasivo: autoliquidation.',
    ],
  },
  US: {
    exempt: ['Exempt from sales tax{note}.', 'Von der Sales Tax befreit{note}.', 'Exento de sales tax{note}.'],
    reverseCharge: [
      'No sales tax charged: the customer pays use tax directly{note}.',
      'Keine Sales Tax: Der Kunde führt die Use Tax selbst ab{note}.',
      'Sin sales tax: el cliente paga el use tax directamente{note}.',
    ],
    abroad: [
      'No sales tax: the work was done in another state or country.',
      'Keine Sales Tax: Die Arbeit wurde in einem anderen Staat ausgeführt.',
      'Sin sales tax: el trabajo se hizo en otro estado o país.',
    ],
  },
};
