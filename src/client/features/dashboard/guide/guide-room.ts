/**
 * The room that the list of first steps has on the overview from the first moment on, so that nothing below it moves when it comes. Texts
 * take more lines on phones: measured in the longest language, with a company's name of two lines.
 */
export const GUIDE_ROOM = {
  className: 'grid md:min-h-166 lg:min-h-0',
  style: { gridTemplateRows: 'minmax(max(33.5rem, 1477px - 191.4vw, 1017px - 73.5vw), auto)' },
};
