/** The languages of screens and mails. English is the specification's own wording. */
export const LANGUAGE_IDS = ['en', 'es', 'de'] as const;
export type LanguageId = (typeof LANGUAGE_IDS)[number];
