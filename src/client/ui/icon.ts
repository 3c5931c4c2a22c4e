import type { IconNode } from 'lucide';
import { type ComponentType, createElement, type SVGProps } from 'react';

/** An icon as a component; it takes what `<svg>` takes. */
export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

const FRAME = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Makes a component of an icon's shapes. `lucide-react` has one ready for each, which is as large as twenty icons, computes every attribute
 * at every drawing, and can do nothing more that is used here. The shapes are made once.
 */
export const iconOf = (node: IconNode): Icon => {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props) => createElement('svg', { ...FRAME, ...props }, ...shapes);
};
