import { CATEGORY_RULES } from './categories.ts';
import { rootOf } from './read.ts';
import { GENERAL_RULES } from './rules.ts';
import { structureFaults } from './structure.ts';
import { XRECHNUNG_RULES } from './xrechnung.ts';

/** The rules of EN 16931 that can apply to what this program writes (docs/billing-exports.md). */
export const RULES = [...GENERAL_RULES, ...CATEGORY_RULES];

/** The ids of the rules that a document breaks. */
export const brokenRules = (xml: string): string[] => {
  const root = rootOf(xml);
  return RULES.filter(({ holds }) => !holds(root)).map(({ id }) => id);
};

/** The ids of the rules of XRechnung that a document breaks, besides those. */
export const brokenXRechnungRules = (xml: string): string[] => {
  const root = rootOf(xml);
  return XRECHNUNG_RULES.filter(({ holds }) => !holds(root)).map(({ id }) => id);
};

/** Everything that is wrong with a document: rules by their ids, and what the schema would refuse. */
export const faultsOf = (xml: string): string[] => [...brokenRules(xml), ...structureFaults(rootOf(xml))];
