/** The parts of an address; null: not known. */
export interface AddressParts {
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly town: string | null;
  readonly region: string | null;
  readonly country: string | null;
}

export const ADDRESS_PARTS = ['street', 'postalCode', 'town', 'region', 'country'] as const;

/** Where the code comes after town and region, on one line with them. */
const CODE_LAST = new Set(['US', 'CA', 'AU', 'PR']);
/** Where the code has a line of its own, below town and county. */
const CODE_BELOW = new Set(['GB', 'IE', 'IM', 'JE', 'GG']);

/** Whether the code is written after the town. */
export const isCodeLast = (country: string | null): boolean => CODE_LAST.has(country ?? '') || CODE_BELOW.has(country ?? '');

const joined = (parts: readonly (string | null)[], by: string): string => parts.filter(Boolean).join(by);

/** The lines of a letter, as the country writes them; null if no part is known. The country itself is left out. */
export const addressOf = ({ street, postalCode, town, region, country }: AddressParts): string | null => {
  const lines = CODE_BELOW.has(country ?? '')
    ? [street, town, region, postalCode]
    : CODE_LAST.has(country ?? '')
      ? [street, joined([town, joined([region, postalCode], ' ')], ', ')]
      : [street, joined([postalCode, town], ' '), region];
  return joined(lines, '\n') || null;
};

/** What the lines of an address say; the country is left out of them. */
const OF_THE_LINES = ['street', 'postalCode', 'town', 'region'] as const;

type Given = { readonly [N in keyof AddressParts]?: string | null | undefined } & { readonly address?: string | null | undefined };

/**
 * A change of an address made consistent with itself: other parts by themselves also write the address, and another address by itself, or
 * with another country, forgets the parts, which would be those of the old one. What is sent as it was is no change. `home` is the country of an address that
 * names none.
 */
export const withAddress = <V extends Given>(
  before: (AddressParts & { readonly address: string | null }) | null,
  given: V,
  home: string | null,
): V => {
  const isOther = (field: keyof Given): boolean => given[field] !== undefined && given[field] !== (before?.[field] ?? null);
  const hasOtherParts = ADDRESS_PARTS.some(isOther);
  if (hasOtherParts && !isOther('address')) {
    const partOf = (part: keyof AddressParts): string | null => (given[part] === undefined ? (before?.[part] ?? null) : given[part]);
    const country = partOf('country') ?? home;
    const parts = { street: partOf('street'), postalCode: partOf('postalCode'), town: partOf('town'), region: partOf('region'), country };
    return { ...given, address: addressOf(parts) ?? before?.address ?? null };
  }
  if (before !== null && isOther('address') && !OF_THE_LINES.some(isOther)) {
    return { ...given, street: null, postalCode: null, town: null, region: null };
  }
  return given;
};
