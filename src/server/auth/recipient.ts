import { domainToASCII } from 'node:url';

/**
 * The key that mails to one mailbox are counted under, however its address is written: `Dana+farm@Müller.example` is
 * `dana@xn--mller-kva.example`.
 */
export const mailboxOf = (email: string): string => {
  const atSign = email.lastIndexOf('@');
  const local = email.slice(0, atSign).normalize('NFKC').toLowerCase().replace(/\+.*$/, '');
  const domain = email.slice(atSign + 1).toLowerCase();
  return `${local}@${domainToASCII(domain) || domain}`;
};
