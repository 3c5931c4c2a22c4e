import { Delete, Save } from 'lucide';
import { iconOf } from '#client/ui/icon.ts';

// Icons that only logging work needs: apart from the others, which every screen fetches.
export const BackspaceIcon = iconOf(Delete);
export const DraftIcon = iconOf(Save);
