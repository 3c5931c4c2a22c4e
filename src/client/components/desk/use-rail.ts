import { createElement, type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { t } from '#client/lib/texts.ts';
import { NextIcon } from '#client/ui/icons.tsx';

const UNFOLDED = 'desk-menu-unfolded';

// The shell has it, once it is there.
const findSidebar = (): Element | null => document.querySelector('[data-sidebar]');
const never = () => () => undefined;

export interface Rail {
  readonly toggle: () => void;
  /** The button that folds or unfolds, and where it is drawn; undefined where there is no sidebar. */
  readonly button: ReactNode;
  readonly place: Element;
}

/**
 * Gives a dense screen the whole window: the sidebar folds to a rail of icons, and the page to the frame's edges (look-2, "Desk shell").
 * Whether it is unfolded is kept on this device. The styles are in desk.css beside it, so that no start fetches them.
 */
export const useRail = (isWide: boolean): Rail => {
  const [isUnfolded, setUnfolded] = useState(() => localStorage.getItem(UNFOLDED) !== null);
  const place = useSyncExternalStore(never, findSidebar);
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset['desk'] = isUnfolded ? 'unfolded' : 'rail';
    return () => {
      delete root.dataset['desk'];
    };
  }, [isUnfolded]);
  const toggle = () => {
    const next = !isUnfolded;
    setUnfolded(next);
    if (next) {
      localStorage.setItem(UNFOLDED, '1');
    } else {
      localStorage.removeItem(UNFOLDED);
    }
  };
  const label = isUnfolded ? t('Fold the menu') : t('Unfold the menu');
  const button =
    isWide && place
      ? createElement(
          'button',
          { type: 'button', className: 'desk-unfold', 'aria-label': label, title: label, 'aria-expanded': isUnfolded, onClick: toggle },
          createElement(NextIcon, { 'aria-hidden': true }),
        )
      : null;
  return { toggle, button, place: place ?? document.body };
};
