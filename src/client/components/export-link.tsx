import type { MouseEvent, ReactNode } from 'react';
import { routes } from '#shared/routes.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { confirmFirst } from '#client/data/confirm-first.ts';
import { t } from '#client/lib/texts.ts';

interface ExportLinkProps {
  readonly orgId: number;
  readonly className: string;
  readonly children: ReactNode;
}

const download = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};

/**
 * Downloads the organization's export after confirming the user's identity: otherwise a refused download would be a file containing the
 * refusal.
 */
export const ExportLink = ({ orgId, className, children }: ExportLinkProps) => {
  const notices = useNotices();
  const address = routes.archives.export.path.replace(':orgId', String(orgId));
  const start = (event: MouseEvent) => {
    event.preventDefault();
    confirmFirst().then(
      () => download(address),
      (error: unknown) => notices.failure(t('Failed to export'), error),
    );
  };
  return (
    <a href={address} download className={className} onClick={start}>
      {children}
    </a>
  );
};
