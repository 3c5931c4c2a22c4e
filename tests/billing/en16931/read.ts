import { type Element, parseXmlDocument } from 'slimdom';

/** The root of an XML text; throws where it is not well formed. */
export const rootOf = (xml: string): Element => {
  const { documentElement } = parseXmlDocument(xml);
  if (documentElement === null) {
    throw new Error('A document without a root.');
  }
  return documentElement;
};

/** Elements at a path of names below an element, such as `cac:Party/cac:PostalAddress`; `|` separates alternative names. */
export const at = (from: Element, path: string): Element[] =>
  path.split('/').reduce<Element[]>(
    (found, step) => {
      const names = step.split('|');
      return found.flatMap(({ children }) => children.filter(({ nodeName }) => names.includes(nodeName)));
    },
    [from],
  );

/** All elements of a name, however deep. */
export const every = (from: Element, name: string): Element[] => [...from.getElementsByTagName(name)];

/** The text at a path, without space around it; empty where there is no such element. */
export const text = (from: Element, path: string): string => at(from, path)[0]?.textContent?.trim() ?? '';

export const has = (from: Element, path: string): boolean => at(from, path).length > 0;

/** A decimal in cents, exactly; not a number where there is none. */
export const cents = (amount: string): number => (amount === '' ? Number.NaN : Math.round(Number(amount) * 100));

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

export const LINES = 'cac:InvoiceLine|cac:CreditNoteLine';

/** Lines, and what is taken off or put on at the level of the document. */
export const linesOf = (root: Element): Element[] => at(root, LINES);
export const allowancesOf = (root: Element): Element[] =>
  at(root, 'cac:AllowanceCharge').filter((each) => text(each, 'cbc:ChargeIndicator') === 'false');
export const chargesOf = (root: Element): Element[] =>
  at(root, 'cac:AllowanceCharge').filter((each) => text(each, 'cbc:ChargeIndicator') === 'true');
export const breakdownOf = (root: Element): Element[] => at(root, 'cac:TaxTotal/cac:TaxSubtotal');

/** The VAT category of a line, an allowance, a charge or a part of the breakdown. */
export const categoryOf = (of: Element): Element | undefined =>
  at(of, 'cac:Item/cac:ClassifiedTaxCategory')
    .concat(at(of, 'cac:TaxCategory'))
    .find((each) => text(each, 'cac:TaxScheme/cbc:ID') === 'VAT');

/** A published rule, by its id; `holds` for the root of an invoice or a credit note. */
export interface Rule {
  readonly id: string;
  readonly holds: (root: Element) => boolean;
}
export const rule = (id: string, holds: Rule['holds']): Rule => ({ id, holds });
