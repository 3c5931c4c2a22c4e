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
 * What the server, a rule or the offline engine said, in the page's language. Names and notes inside stay as people wrote them. In English,
 * and where its code is not known here (kept before there were codes, say), it is the sentence it came with.
 */
export const say = ({ messageCode, values, message }: SaidMessage): string => {
  const words = messageCode === undefined ? undefined : messageWordsOf(messageCode);
  return words === undefined ? message : fillSentence(words, values ?? {}, valueWords);
};
