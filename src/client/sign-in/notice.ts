import { t } from '#client/lib/texts.ts';
import { byId } from '#client/sign-in/dom.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly text: string; readonly address: string };
}

/** Shows a notice with one link, in place of the form. */
export const showNotice = ({ title, text, link }: Notice): void => {
  document.title = t('{title} · Headland', { title });
  byId('title', HTMLHeadingElement).textContent = title;
  for (const id of ['lead', 'form', 'switch-line', 'forgot-line', 'passkey-line']) {
    byId(id, HTMLElement).hidden = true;
  }
  byId('notice-text', HTMLParagraphElement).textContent = text;
  const way = byId('notice-link', HTMLAnchorElement);
  way.textContent = link.text;
  way.href = link.address;
  byId('notice', HTMLDivElement).hidden = false;
  byId('title', HTMLHeadingElement).focus();
};
