/** How long the bills of a business have to be kept, and what says so. */
export interface BillRetention {
  readonly years: number;
  /** In the words of the country. */
  readonly law: string;
}

/** Where it is known here, by ISO 3166 code; the sources are in docs/billing.md. The longest that applies to the bills of a contractor. */
const RETENTION: Readonly<Record<string, BillRetention>> = {
  AT: { years: 7, law: '§ 132 BAO' },
  CH: { years: 10, law: 'Art. 958f OR' },
  DE: { years: 8, law: '§ 147 AO, § 14b UStG' },
  ES: { years: 6, law: 'art. 30 Código de Comercio' },
  GB: { years: 6, law: 'VAT Notice 700/21' },
  IE: { years: 6, law: 'VAT Consolidation Act 2010, s. 84' },
  US: { years: 3, law: 'IRS, Publication 583' },
};

/** Null: not known here, which does not mean that there is no such law. */
export const billRetentionOf = (country: string | null): BillRetention | null => RETENTION[country ?? ''] ?? null;
