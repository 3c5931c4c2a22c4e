import { capital } from '#shared/capital.ts';
import { fillSentence, type MessageValue, type SaidMessage } from '#shared/messages/message.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { listWords } from '#client/lib/lists.ts';
import { messageWordsOf, wordsOf } from '#client/lib/texts.ts';

type SingleValue = Exclude<MessageValue, readonly unknown[]>;

const termWords = (term: string): string => {
  const small = term.charAt(0).toLowerCase() + term.slice(1);
  const words = wordsOf(term);
  return words === term && small !== term ? capital(wordsOf(small)) : words;
};

const singleWords = (value: SingleValue): string =>
  typeof value === 'number' ? formatNumber(value) : typeof value === 'string' ? value : termWords(value.term);

const isSingle = (value: MessageValue): value is SingleValue => !Array.isArray(value);

const valueWords = (value: MessageValue): string => (isSingle(value) ? singleWords(value) : listWords(value.map(singleWords)));

/**
 * A message of the server, a rule or the offline engine, in the page's language. Names and notes in it stay as people wrote them. In
 * English, and if its code is unknown (for example kept before there were codes), it is the original sentence.
 */
export const say = ({ messageCode, values, message }: SaidMessage): string => {
  const words = messageCode === undefined ? undefined : messageWordsOf(messageCode);
  return words === undefined ? message : fillSentence(words, values ?? {}, valueWords);
};
