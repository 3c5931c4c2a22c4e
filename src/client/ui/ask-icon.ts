import { MessageCircle } from 'lucide';
import { iconOf } from '#client/ui/icon.ts';

/** A question of the office. Apart from the other icons: it comes with what asks and answers. */
export const AskIcon = iconOf(MessageCircle);
