import type { Joining } from './joining.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { AttentionIcon, CheckIcon, HoursIcon, InviteIcon } from '#client/ui/icons.tsx';

interface JoiningBadgeProps {
  readonly joining: Joining;
  /** Whether the user may see invitations: otherwise nobody can be called not invited. */
  readonly seesLinks: boolean;
}

/** How far somebody has come in joining, in a word. */
export const JoiningBadge = ({ joining, seesLinks }: JoiningBadgeProps) => {
  switch (joining) {
    case 'none':
      return <Badge tone="stone">{t('No access')}</Badge>;
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
