// Line breaks, tabs and other control characters, and Unicode's own separators of lines and paragraphs.
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

// Characters that change the direction of the following text, or are invisible. Letters have their own direction; joiners make emoji and
// letters.
const UNSEEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/**
 * The text as one line that reads as it is written. Names appear in other people's mails and on their screens: they must neither begin a
 * line of their own nor show their letters in another order.
 */
export const oneLine = (text: string): string => text.replace(UNSEEN, '').replace(BREAKS, ' ');
