import { type OwnView, pageLife } from '#client/offline/public.ts';

/** Nobody looks at an empty page for longer: an unresponsive database is reported on it. */
const HIDDEN_MS = 2_000;

/** A page restored from the back/forward cache reappears as it was: hides it until it is known whose copy is on this device now. */
export const hideWhileAway = ({ look }: OwnView): void => {
  const { style } = document.documentElement;
  const show = () => void (style.visibility = '');
  pageLife().watch({
    onLeave: () => void (style.visibility = 'hidden'),
    onReturn: () => {
      setTimeout(show, HIDDEN_MS);
      look().then(show, show);
    },
  });
};
