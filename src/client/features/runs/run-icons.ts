import { Flag, Play } from 'lucide';
import { iconOf } from '#client/ui/icon.ts';

export const EndIcon = iconOf(Flag);
export const GoOnIcon = iconOf(Play);
