import { INVITATION_DAYS } from '#shared/domain/invitation.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { oneLine } from '#shared/lib/one-line.ts';
import { MAIL_WORDS, type MailKind, RESET_NOTES } from '#server/commands/mail-words/index.ts';
import type { Mail } from '#server/ports/mail.ts';

type Text = Omit<Mail, 'recipient'>;

const SIGNATURE = 'Headland';

const mail = (subject: string, ...paragraphs: readonly string[]): Text => ({
  subject,
  body: `${[...paragraphs, SIGNATURE].join('\n\n')}\n`,
});

const inWords = (language: LanguageId, kind: MailKind, link: string): Text => {
  const { subject, before, after } = MAIL_WORDS[language][kind];
  return mail(subject, ...before, link, ...after);
};

/** To a person who registers: the link shows that the address is theirs. */
export const confirmationText = (link: string, language: LanguageId = 'en'): Text => inWords(language, 'confirmation', link);

/** To a person who has an account and registers again, or whose address someone else tries. */
export const accountExistsText = (page: string, language: LanguageId = 'en'): Text => inWords(language, 'accountExists', page);

/** To a person with an account whose address is not confirmed yet, who asked for it or in whose name it was made. */
export const confirmAddressText = (link: string, language: LanguageId = 'en'): Text => inWords(language, 'confirmAddress', link);

export const resetText = (link: string, language: LanguageId = 'en'): Text => inWords(language, 'reset', link);

export const noAccountText = (page: string, language: LanguageId = 'en'): Text => inWords(language, 'noAccount', page);

// What mail programs turn into a link: an address, or a domain.
const SCHEME = /\p{L}[\p{L}\p{N}+.-]*:\/+/gu;
const DOT_OF_DOMAIN = /(?<=\S)\.(?=\p{L}{2})/gu;
const TOO_LONG = /^(.{80}).+$/su;

/**
 * A name as a mail may contain it: making an organization has its name mailed to strangers. One line that reads as it is written, not long,
 * and no link. Also for names from before they were stored like this.
 */
export const nameInMail = (name: string): string =>
  oneLine(name).replace(SCHEME, '').replace(DOT_OF_DOMAIN, '. ').trim().replace(TOO_LONG, '$1…');

/** To a person who is invited to an organization. */
export const invitationText = (link: string, organizationName: string, language: LanguageId = 'en'): Text => {
  const name = nameInMail(organizationName);
  const { subject, body } = inWords(language, 'invitation', link);
  return { subject, body: body.replace('{name}', () => name).replace('{days}', String(INVITATION_DAYS)) };
};

/** So that nobody adds one unnoticed. */
export const passkeyAddedText = (name: string, page: string, language: LanguageId = 'en'): Text => {
  const { subject, body } = inWords(language, 'passkeyAdded', page);
  return { subject, body: body.replace('{name}', () => nameInMail(name)) };
};

/** So that nobody turns it on or off, or uses a recovery code, unnoticed. */
export const secondStepText = (
  kind: 'secondStepAdded' | 'secondStepRemoved' | 'recoveryCodesMade' | 'recoveryCodeUsed',
  page: string,
  language: LanguageId = 'en',
): Text => inWords(language, kind, page);

/** So that nobody changes it unnoticed. */
export const passwordChangedText = (page: string, language: LanguageId = 'en'): Text => inWords(language, 'passwordChanged', page);

/** What a reset ended, and what it left that may be someone else's. */
export const passwordResetText = (
  { passkeys, keys }: { readonly passkeys: readonly string[]; readonly keys: readonly string[] },
  page: string,
  language: LanguageId = 'en',
): Text => {
  const { subject, before } = MAIL_WORDS[language].passwordReset;
  const list = (kind: 'passkeysGone' | 'keysStay', names: readonly string[]) =>
    names.length === 0 ? [] : [RESET_NOTES[language][kind].replace('{names}', () => names.join(', '))];
  const [done = '', ifNotYou = ''] = before;
  return mail(subject, done, ...list('passkeysGone', passkeys), ...list('keysStay', keys), ifNotYou, page);
};

/** So that nobody deletes it unnoticed. */
export const accountDeletedText = (page: string, language: LanguageId = 'en'): Text => inWords(language, 'accountDeleted', page);
/** So that nobody signs in unnoticed; `device` is such as 'Chrome on Android'. */
export const newDeviceText = (device: string, page: string, language: LanguageId = 'en'): Text => {
  const { subject, body } = inWords(language, 'newDevice', page);
  return { subject, body: body.replace('{name}', () => device) };
};

interface ChangedAccount {
  readonly person: string;
  readonly organization: string;
  /** The new account, as far as a mail should say it; null: there is none now. */
  readonly account: string | null;
}

/** So that nobody redirects a company's money unnoticed. */
export const bankChangedText = ({ person, organization, account }: ChangedAccount, screen: string, language: LanguageId = 'en'): Text => {
  const { subject, before, after } = MAIL_WORDS[language].bankChanged;
  const values: Readonly<Record<string, string>> = { person: nameInMail(person), name: nameInMail(organization), account: account ?? '' };
  const said = before.filter((paragraph) => account !== null || !paragraph.includes('{account}'));
  return mail(
    subject,
    ...said.map((paragraph) => paragraph.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')),
    screen,
    ...after,
  );
};
