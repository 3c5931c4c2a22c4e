/**
 * Where every call of the API goes: what of the contract is in the browser, which takes the rest for its types only. A group for each kind
 * of record, as in the contract, and a module for each: a start brings only those that the first screen asks.
 */
export * as routes from '#shared/routes/all.ts';
export type { Contract } from '#shared/contract.ts';
