import { MESSAGES } from '#shared/messages/all.ts';
import type { Page } from 'playwright-core';

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(escape)
      .join('.+')}$`,
    's',
  );
/** Texts that are little but values would be found in every other one. */
const saysEnough = (text: string): boolean => text.replaceAll(/\{\w+\}|[^A-Za-z]/g, '').length >= 6;

/** Everything on the page that is seen or heard: texts, names of controls, and the title. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const own = shown.flatMap((element) =>
      [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
    );
    const named = shown.flatMap((element) => ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''));
    return [document.title, ...own, ...named].map((text) => text.trim()).filter((text) => text !== '');
  });

/** Every English word that a page can say, with its words in another language: the texts, and the messages by their sentences. */
export const allWords = (texts: Readonly<Record<string, string>>, messages: Readonly<Record<string, string>>): Record<string, string> => ({
  ...texts,
  ...Object.fromEntries(Object.entries(MESSAGES).map(([code, sentence]) => [sentence, messages[code] ?? sentence])),
});

/** What a page in another language still says in English, of all that the catalogue has other words for. */
export const leftInEnglish = async (page: Page, catalogue: Readonly<Record<string, string>>): Promise<string[]> => {
  const other = Object.entries(catalogue).flatMap(([key, words]) => {
    const text = key.replace(/_other$/, '');
    return text === words ? [] : [[text, words] as const];
  });
  const words = new Set(Object.values(catalogue));
  const english = new Set(other.map(([text]) => text));
  const patterns = other.filter(([text]) => text.includes('{') && saysEnough(text)).map(([text]) => patternOf(text));
  const texts = await textsOf(page);
  return texts.filter((text) => !words.has(text) && (english.has(text) || patterns.some((pattern) => pattern.test(text))));
};
