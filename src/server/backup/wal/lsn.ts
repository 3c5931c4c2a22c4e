/*
 * Positions in PostgreSQL's write-ahead log. PostgreSQL writes them as `16/B374D848`; we use the number of bytes from the very first, which
 * stays below 2^53 for eight petabytes of log.
 */

/** The size of the log's segments; our clusters are made with PostgreSQL's own default. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

const HALF = 2 ** 32;
const SEGMENTS_OF_HALF = HALF / SEGMENT_BYTES;

const hex = (number: number): string => number.toString(16).toUpperCase();
const hex8 = (number: number): string => hex(number).padStart(8, '0');

export const parseLsn = (text: string): number => {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) {
    throw new Error(`${JSON.stringify(text)} is no place in a write-ahead log.`);
  }
  return Number.parseInt(high, 16) * HALF + Number.parseInt(low, 16);
};

export const formatLsn = (lsn: number): string => `${hex(Math.floor(lsn / HALF))}/${hex(lsn % HALF)}`;

/** The start of the segment that contains the position. */
export const segmentStart = (lsn: number): number => lsn - (lsn % SEGMENT_BYTES);

/** PostgreSQL's name for the file of the segment that begins there. */
export const segmentName = (timeline: number, start: number): string => {
  const number = start / SEGMENT_BYTES;
  return hex8(timeline) + hex8(Math.floor(number / SEGMENTS_OF_HALF)) + hex8(number % SEGMENTS_OF_HALF);
};

/** Start and timeline of the segment with this file name; undefined for other files of the log's folder. */
export const parseSegmentName = (name: string): { readonly timeline: number; readonly start: number } | undefined => {
  const [, timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (timeline === undefined || high === undefined || low === undefined) {
    return undefined;
  }
  const number = Number.parseInt(high, 16) * SEGMENTS_OF_HALF + Number.parseInt(low, 16);
  return { timeline: Number.parseInt(timeline, 16), start: number * SEGMENT_BYTES };
};
