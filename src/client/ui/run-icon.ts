import { Route } from 'lucide';
import { iconOf } from '#client/ui/icon.ts';

/** A run: in a file of its own, for most screens do without it. */
export const RunIcon = iconOf(Route);
