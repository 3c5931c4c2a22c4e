import { t } from '#client/lib/texts.ts';

export const yesNo = (value: boolean): string => (value ? t('Yes') : t('No'));
