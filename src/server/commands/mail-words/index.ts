import type { LanguageId } from '#shared/lib/languages.ts';
import { de } from '#server/commands/mail-words/de.ts';
import { en, type MailKind, type MailWords } from '#server/commands/mail-words/en.ts';
import { es } from '#server/commands/mail-words/es.ts';

export type { MailKind };

/** The words of every mail, by language. */
export const MAIL_WORDS: Readonly<Record<LanguageId, Readonly<Record<MailKind, MailWords>>>> = { en, es, de };

/** Further lines of the mail about a new password, with the names of what they are about. */
export const RESET_NOTES: Readonly<Record<LanguageId, Readonly<Record<'passkeysGone' | 'keysStay', string>>>> = {
  en: {
    passkeysGone:
      'These passkeys were removed because one of them could belong to someone else: {names}. You can add yours again on your account’s screen.',
    keysStay: 'API keys you created for other programs keep working: {names}. Revoke any you don’t recognize in the organization settings.',
  },
  de: {
    passkeysGone:
      'Diese Passkeys wurden entfernt, denn einer davon könnte fremd sein: {names}. Die eigenen lassen sich im eigenen Konto neu hinzufügen.',
    keysStay:
      'Selbst angelegte API-Schlüssel anderer Programme gelten weiter: {names}. Unbekannte sofort auf der Seite „Betrieb“ widerrufen.',
  },
  es: {
    passkeysGone:
      'Se quitaron estas llaves de acceso, porque alguna podría ser de otra persona: {names}. Puede volver a agregar las suyas en la pantalla de su cuenta.',
    keysStay:
      'Las claves de API que usted creó para otros programas siguen funcionando: {names}. Revoque en la organización las que no reconozca.',
  },
};
