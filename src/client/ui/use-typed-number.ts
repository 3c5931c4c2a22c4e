import { useState } from 'react';
import { heldSum } from '#client/lib/stepped.ts';
import { editedNumber } from '#client/lib/typed-number.ts';

/**
 * The text of an input that a `NumberPad` and a keyboard write into, and how to change it. The form always holds the number, also in the
 * middle of a sum: '3.5 + 2' is shown, 5.5 is held. `name` tells numbers apart where one pad serves several.
 */
export const useTypedNumber = (
  held: string,
  onChange: (held: string) => void,
  name = '',
): { readonly text: string; readonly type: (text: string) => void } => {
  const [typing, setTyping] = useState<{ readonly text: string; readonly held: string; readonly name: string } | null>(null);
  // A value that a chip or the form has changed since is shown at once.
  const text = typing?.held === held && typing.name === name ? typing.text : editedNumber(held);
  const type = (next: string) => {
    const sum = heldSum(next);
    setTyping({ text: next, held: sum, name });
    onChange(sum);
  };
  return { text, type };
};
