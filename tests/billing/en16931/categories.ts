import type { Element } from 'slimdom';
import { allowancesOf, at, breakdownOf, categoryOf, cents, chargesOf, has, linesOf, rule, type Rule, sum, text } from './read.ts';
import { isAbout } from './rules.ts';

interface Family {
  /** As ids of rules have it; `code` as documents do. */
  readonly name: string;
  readonly code: string;
  readonly rate: (percent: string) => boolean;
  readonly hasReason: boolean;
  readonly hasParties: (root: Element) => boolean;
}

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';

const taxNumber = (root: Element, party: string, scheme?: 'VAT'): boolean =>
  at(root, `${party}/cac:PartyTaxScheme`).some(
    (each) => text(each, 'cbc:CompanyID') !== '' && (scheme === undefined || text(each, 'cac:TaxScheme/cbc:ID') === scheme),
  );
const sellerIsKnown = (root: Element): boolean => taxNumber(root, SELLER);
const isNone = (percent: string): boolean => percent !== '' && Number(percent) === 0;

/** The categories of UNCL 5305 and what each asks for. */
const FAMILIES: readonly Family[] = [
  { name: 'S', code: 'S', rate: (percent) => Number(percent) > 0, hasReason: false, hasParties: sellerIsKnown },
  { name: 'Z', code: 'Z', rate: isNone, hasReason: false, hasParties: sellerIsKnown },
  { name: 'E', code: 'E', rate: isNone, hasReason: true, hasParties: sellerIsKnown },
  {
    name: 'AE',
    code: 'AE',
    rate: isNone,
    hasReason: true,
    hasParties: (root) =>
      sellerIsKnown(root) && (taxNumber(root, BUYER, 'VAT') || has(root, `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`)),
  },
  {
    name: 'IC',
    code: 'K',
    rate: isNone,
    hasReason: true,
    hasParties: (root) => taxNumber(root, SELLER, 'VAT') && taxNumber(root, BUYER, 'VAT'),
  },
  { name: 'G', code: 'G', rate: isNone, hasReason: true, hasParties: (root) => taxNumber(root, SELLER, 'VAT') },
  {
    name: 'O',
    code: 'O',
    rate: (percent) => percent === '',
    hasReason: true,
    hasParties: (root) => !taxNumber(root, SELLER, 'VAT') && !taxNumber(root, BUYER, 'VAT'),
  },
];

const isOf =
  (code: string) =>
  (each: Element): boolean =>
    text(categoryOf(each) ?? each, 'cbc:ID') === code && categoryOf(each) !== undefined;
const percentOf = (each: Element): string => text(categoryOf(each) ?? each, 'cbc:Percent');

/** What a part of the breakdown should add up to; of the standard rate, each rate by itself. */
const taxableOf = (root: Element, code: string, percent: string | null): number => {
  const counts = (each: Element): boolean => isOf(code)(each) && (percent === null || Number(percentOf(each)) === Number(percent));
  const amounts = (elements: readonly Element[], name: string): number =>
    sum(elements.filter(counts).map((each) => cents(text(each, name))));
  return (
    amounts(linesOf(root), 'cbc:LineExtensionAmount') + amounts(chargesOf(root), 'cbc:Amount') - amounts(allowancesOf(root), 'cbc:Amount')
  );
};

const familyRules = ({ name, code, rate, hasReason, hasParties }: Family): Rule[] => {
  const isIt = isOf(code);
  const partsOf = (root: Element): Element[] => breakdownOf(root).filter(isIt);
  const places = [
    ['02', '05', linesOf],
    ['03', '06', allowancesOf],
    ['04', '07', chargesOf],
  ] as const;
  return [
    rule(`BR-${name}-01`, (root) => {
      const isUsed = [...linesOf(root), ...allowancesOf(root), ...chargesOf(root)].some(isIt);
      const parts = partsOf(root).length;
      return isUsed ? (code === 'S' ? parts > 0 : parts === 1) : parts === 0;
    }),
    ...places.flatMap(([parties, rates, of]) => [
      rule(`BR-${name}-${parties}`, (root) => !of(root).some(isIt) || hasParties(root)),
      rule(`BR-${name}-${rates}`, (root) =>
        of(root)
          .filter(isIt)
          .every((each) => rate(percentOf(each))),
      ),
    ]),
    rule(`BR-${name}-08`, (root) =>
      partsOf(root).every(
        (each) => cents(text(each, 'cbc:TaxableAmount')) === taxableOf(root, code, code === 'S' ? percentOf(each) : null),
      ),
    ),
    rule(`BR-${name}-09`, (root) =>
      partsOf(root).every((each) => {
        const tax = cents(text(each, 'cbc:TaxAmount'));
        return code === 'S' ? isAbout(tax, cents(text(each, 'cbc:TaxableAmount')), Number(percentOf(each))) : tax === 0;
      }),
    ),
    rule(`BR-${name}-10`, (root) =>
      partsOf(root).every((each) => has(each, 'cac:TaxCategory/cbc:TaxExemptionReasonCode|cbc:TaxExemptionReason') === hasReason),
    ),
  ];
};

const isSupplied = (root: Element): boolean => breakdownOf(root).some(isOf('K'));
const isOutside = (root: Element): boolean => breakdownOf(root).some(isOf('O'));

/** What single categories ask for besides. */
const MORE: readonly Rule[] = [
  rule('BR-IC-11', (root) => !isSupplied(root) || has(root, 'cac:Delivery/cbc:ActualDeliveryDate') || has(root, 'cac:InvoicePeriod')),
  rule(
    'BR-IC-12',
    (root) => !isSupplied(root) || text(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode') !== '',
  ),
  rule('BR-O-11', (root) => !isOutside(root) || breakdownOf(root).length === 1),
  rule('BR-O-12', (root) => !isOutside(root) || linesOf(root).every(isOf('O'))),
  rule('BR-O-13', (root) => !isOutside(root) || allowancesOf(root).every(isOf('O'))),
  rule('BR-O-14', (root) => !isOutside(root) || chargesOf(root).every(isOf('O'))),
];

export const CATEGORY_RULES: readonly Rule[] = [...FAMILIES.flatMap(familyRules), ...MORE];
