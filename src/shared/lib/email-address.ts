const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;

const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS = new RegExp(`^(${ATOM}(?:\\.${ATOM})*)@(${LABEL}(?:\\.${LABEL})+)$`, 'u');

/**
 * Whether a mail to this text goes to exactly this one mailbox: no lists, groups, comments, quotes or names around it, and no letters in
 * the domain that mail servers would replace by others.
 */
export const isEmailAddress = (text: string): boolean => {
  const [, local = '', domain = ''] = ADDRESS.exec(text) ?? [];
  return domain !== '' && text.length <= MAX_ADDRESS && local.length <= MAX_LOCAL && domain.normalize('NFKC') === domain;
};
