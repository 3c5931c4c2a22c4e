import type { InstallationConcern } from '#shared/domain/installation.ts';
import { t } from '#client/lib/texts.ts';

/** What is wrong with the installation, and what can be done about it. */
export const concernWords = ({ kind, code, percent }: InstallationConcern): { readonly title: string; readonly text: string } => {
  switch (kind) {
    case 'disk':
      return code === 'disk_full'
        ? {
            title: t("The server's disk is full"),
            text: t("Nothing new can be saved. Devices keep what they can't send and send it once there is space again."),
          }
        : {
            title: t("Only {percent}% of the server's disk is free", { percent: percent ?? 0 }),
            text: t('When it is full, nothing can be saved. Free up space in time, or move to a larger disk.'),
          };
    case 'corrupted':
      return {
        title: t("Part of the data can't be read"),
        text: t('Usually the disk is failing. Copy the backups to another disk now, then restore the last good one.'),
      };
    case 'clock':
      return {
        title: t("The server's clock may be wrong"),
        text: t('Check the date and time on the server. Until they are right, nothing old is deleted.'),
      };
    case 'devices':
      return {
        title: t('Some devices have changes that the server does not'),
        text: t("An older copy of the database was probably restored. Ask your server's administrator to run “npm run restored”."),
      };
    case 'backup':
      return backupWords(code);
  }
};

const backupWords = (code: string): { readonly title: string; readonly text: string } => {
  switch (code) {
    case 'backup_failing':
      return {
        title: t('Backups are failing'),
        text: t("If the server's disk fails now, everything since the last good backup is lost. Headland tries again every hour."),
      };
    case 'backup_old':
      return {
        title: t('The last good backup is more than three days old'),
        text: t("If the server's disk fails now, everything since then is lost. Ask your server's administrator to look into it."),
      };
    default:
      return {
        title: t('The latest changes are not in the backups yet'),
        text: t("They can't be copied right now. Check that the backup disk is reachable and has space."),
      };
  }
};
