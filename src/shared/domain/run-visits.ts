import type { RunState } from '#shared/domain/run-state.ts';

/** How often the current stop was gone to, this time included: a pause ends a span, and no visit. */
export const visitsOf = ({ stops, current, since }: Pick<RunState, 'stops' | 'current' | 'since'>): number => {
  const ended = stops.flatMap(({ spans }, index) => spans.map(({ from }) => ({ index, from })));
  const open = since === null ? [] : [{ index: current, from: since }];
  const ordered = [...ended, ...open].sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
  return ordered.filter(({ index }, at) => index === current && ordered[at - 1]?.index !== current).length;
};
