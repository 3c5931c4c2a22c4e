import type { Joining } from './joining.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { AttentionIcon, CheckIcon, HoursIcon, InviteIcon } from '#client/ui/icons.tsx';

interface JoiningBadgeProps {
  readonly joining: Joining;
  /** Whether who looks knows of links: else nobody can be said not to be invited. */
  readonly seesLinks: boolean;
}

/** How far somebody has come in, in a word. Nothing of those without access. */
export const JoiningBadge = ({ joining, seesLinks }: JoiningBadgeProps) => {
  switch (joining) {
    case 'none':
      return null;
    case 'joined':
      return (
        <Badge tone="field" icon={CheckIcon}>
          {t('Joined')}
        </Badge>
      );
    case 'invited':
      return (
        <Badge tone="sky" icon={InviteIcon}>
          {t('Invited')}
        </Badge>
      );
    case 'expired':
      return (
        <Badge tone="poppy" icon={AttentionIcon}>
          {t('Link expired')}
        </Badge>
      );
    case 'waiting':
      return (
        <Badge tone="straw" icon={HoursIcon}>
          {seesLinks ? t('Not invited yet') : t('Has not joined yet')}
        </Badge>
      );
  }
};
