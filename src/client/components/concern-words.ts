import type { InstallationConcern } from '#shared/domain/installation.ts';
import { t } from '#client/lib/texts.ts';

/** What is wrong with the installation, and what can be done about it. */
export const concernWords = ({ kind, code, percent }: InstallationConcern): { readonly title: string; readonly text: string } => {
  switch (kind) {
    case 'disk':
      return code === 'disk_full'
        ? {
            title: t("The server's disk is full"),
            text: t('Nothing new is saved there. Devices keep what they cannot send, and send it once there is room on that disk again.'),
          }
        : {
            title: t("Only {percent}% of the server's disk is free", { percent: percent ?? 0 }),
            text: t('When it is full, nothing can be saved. Make room there in time, or move to a larger disk.'),
          };
    case 'corrupted':
      return {
        title: t('Part of the data cannot be read'),
        text: t('Most often the disk is dying. Copy the backups to another disk now, then restore the last good one.'),
      };
    case 'clock':
      return {
        title: t("The server's clock may be wrong"),
        text: t('Check date and time of the server. Until that is settled, nothing old is cleared away.'),
      };
    case 'devices':
      return {
        title: t('Devices know of changes that the server does not have'),
        text: t(
          'Somebody has probably put an older copy of the database back. Ask whoever runs this installation to run “npm run restored”.',
        ),
      };
    case 'backup':
      return backupWords(code);
  }
};

const backupWords = (code: string): { readonly title: string; readonly text: string } => {
  switch (code) {
    case 'backup_failing':
      return {
        title: t('Backups fail'),
        text: t("If the server's disk dies now, whatever came after the last good backup is lost. Headland tries again every hour."),
      };
    case 'backup_old':
      return {
        title: t('The last good backup is more than three days old'),
        text: t("If the server's disk dies now, whatever came after it is lost. Ask whoever runs this installation to look into it."),
      };
    default:
      return {
        title: t('The latest changes are not in the backups yet'),
        text: t('They cannot be copied at the moment. See that the place of the backups can be reached and has room.'),
      };
  }
};
