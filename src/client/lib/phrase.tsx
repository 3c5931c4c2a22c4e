import { Fragment, type ReactNode } from 'react';
import { type NamesIn, type Text, wordsOf } from '#client/lib/texts.ts';

/** A text with rendered values, such as a name in bold: `phrase('Delete {name}?', { name: <b>{name}</b> })`. */
export const phrase = <T extends Text>(text: T, values: Readonly<Record<NamesIn<T>, ReactNode>>): ReactNode =>
  wordsOf(text)
    .split(/(\{\w+\})/)
    .map((part, index) => (
      // eslint-disable-next-line react/no-array-index-key -- The parts of one text never change places.
      <Fragment key={index}>{part.startsWith('{') ? (values as Readonly<Record<string, ReactNode>>)[part.slice(1, -1)] : part}</Fragment>
    ));
