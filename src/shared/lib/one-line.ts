// Line breaks, tabs and other control characters, and Unicode's own separators of lines and paragraphs.
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

// What turns the direction of the text after it, or is seen by nobody. Letters know their own direction; joiners make emoji and letters.
const UNSEEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/**
 * The text as one line that reads as it is written. A name stands in other people's mails and on their screens: there it must neither
 * begin a line of its own nor show its letters in another order.
 */
export const oneLine = (text: string): string => text.replace(UNSEEN, '').replace(BREAKS, ' ');
