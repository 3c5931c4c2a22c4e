import { type ComponentType, createElement, type SVGProps } from 'react';

/** An icon as `lucide-react` describes it: its shapes, each with a key. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

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
 * Makes a component of an icon's shapes, in place of the function that `lucide-react` has for it (vite.config.ts): of what that one can do
 * nothing is used here, it is as large as twenty icons, and it computes every attribute at every drawing. The shapes are made once.
 */
const createIcon = ({ node }: IconData): ComponentType<SVGProps<SVGSVGElement>> => {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props) => createElement('svg', { ...FRAME, ...props }, shapes);
};

export default createIcon;
