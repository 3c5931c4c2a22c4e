import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { isUrgent } from '#shared/domain/installation.ts';
import { concernWords } from '#client/components/concern-words.ts';
import { installationQuery } from '#client/data/installation.ts';
import { t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { PageNotice } from '#client/ui/page-notice.tsx';

const HOUR_MS = 3_600_000;
const SETTINGS = '/organization';

/**
 * Warns the owner on every screen about what may cost them their data, with a link to the details. Checked at start and every few hours.
 */
export const InstallationNotice = ({ orgId }: { readonly orgId: number }) => {
  const isOnline = useBrowserOnline();
  const { data } = useQuery({ ...installationQuery(orgId), enabled: isOnline, refetchInterval: 4 * HOUR_MS });
  const [path] = useLocation();
  const urgent = data?.concerns.find(isUrgent);
  return (
    urgent &&
    path !== SETTINGS && (
      <PageNotice tone="poppy" icon={AttentionIcon} {...concernWords(urgent)}>
        <Link href={SETTINGS} className={buttonClass({ size: 'small' })}>
          {t('See backups')}
        </Link>
      </PageNotice>
    )
  );
};
