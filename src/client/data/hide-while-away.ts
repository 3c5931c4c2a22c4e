import { type OwnView, pageLife } from '#client/offline/public.ts';

/** Longer nobody looks at an empty page: a database that gives no answer is told on it. */
const HIDDEN_MS = 2_000;

/** A page that was put away comes back as it stood: nothing of it shows before it is known whose device this is by now. */
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
