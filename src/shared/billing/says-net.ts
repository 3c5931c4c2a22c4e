const NET_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA']);

/** Whether terms of payment are called 'Net 30' in the seller's country; elsewhere people say '30 days'. */
export const saysNet = (country: string | null): boolean => NET_COUNTRIES.has(country ?? '');
