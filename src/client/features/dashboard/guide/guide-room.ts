/**
 * The room that the list of first steps has on the overview from the first moment on, so that nothing below it moves when it comes. Texts
 * take more lines on phones: measured from a fresh company to one that has invited everybody, in the longest language, with a name of two lines.
 */
export const GUIDE_ROOM = {
  className: 'grid md:min-h-178 lg:min-h-0',
  style: { gridTemplateRows: 'minmax(max(35rem, 1433px - 190vw, 962px - 66vw), auto)' },
};
