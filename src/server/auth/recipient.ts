import { domainToASCII } from 'node:url';

/** What mails to one mailbox are counted under, however its address is written: `Dana+farm@Müller.example` is `dana@xn--mller-kva.example`. */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).normalize('NFKC').toLowerCase().replace(/\+.*$/, '');
  const domain = email.slice(at + 1).toLowerCase();
  return `${local}@${domainToASCII(domain) || domain}`;
};
