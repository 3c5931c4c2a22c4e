import type { NoticeWords, SENT_KINDS } from '#shared/domain/notice.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { oneLine } from '#shared/lib/one-line.ts';

type Kind = (typeof SENT_KINDS)[number];

interface KindWords {
  readonly title: string;
  /** With who asks, as `{name}`. */
  readonly titleBy: string;
}

const WORDS: Readonly<Record<LanguageId, Readonly<Record<Kind, KindWords>> & { readonly several: string; readonly locale: string }>> = {
  en: {
    locale: 'en-US',
    question: { title: 'Question from the office', titleBy: 'Question from {name}' },
    sentBack: { title: 'An entry was sent back', titleBy: '{name} sent an entry back' },
    several: '{count} questions from the office',
  },
  de: {
    locale: 'de',
    question: { title: 'Frage aus dem Büro', titleBy: 'Frage von {name}' },
    sentBack: { title: 'Eintrag zurückgegeben', titleBy: '{name} hat einen Eintrag zurückgegeben' },
    several: '{count} Fragen aus dem Büro',
  },
  es: {
    locale: 'es',
    question: { title: 'Pregunta de la oficina', titleBy: 'Pregunta de {name}' },
    sentBack: { title: 'Le devolvieron un registro', titleBy: '{name} le devolvió un registro' },
    several: '{count} preguntas de la oficina',
  },
};

/** A lock screen shows no more of a name. */
const LONGEST_NAME = 60;
const MOST_LINES = 3;

const short = (text: string): string => {
  const line = oneLine(text);
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
};

const workOf = ({ service, date }: NoticeWords, locale: string): string => {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  return `${short(service)}, ${day.format(new Date(`${date}T00:00:00Z`))}`;
};

/** What a lock screen says of one notice, or of several that waited together. */
export const noticeText = (
  noticed: readonly { readonly kind: Kind; readonly said: NoticeWords }[],
  language: LanguageId,
): { readonly title: string; readonly body: string } => {
  const words = WORDS[language];
  const lines = [...new Set(noticed.map(({ said }) => workOf(said, words.locale)))];
  const body = [...lines.slice(0, MOST_LINES), ...(lines.length > MOST_LINES ? ['…'] : [])].join('\n');
  const [only, ...others] = noticed;
  if (only === undefined || others.length > 0) {
    return { title: words.several.replace('{count}', String(noticed.length)), body };
  }
  const { title, titleBy } = words[only.kind];
  const name = only.said.byName;
  return { title: name === null ? title : titleBy.replace('{name}', () => short(name)), body };
};
