/** The languages of screens and mails. English has the wording of the specification. */
export const LANGUAGE_IDS = ['en', 'es', 'de'] as const;
export type LanguageId = (typeof LANGUAGE_IDS)[number];
