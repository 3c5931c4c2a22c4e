import { Picture } from '#client/components/picture.tsx';
import { t } from '#client/lib/texts.ts';

/** The organization's logo, uncropped and on white, as it is printed. */
export const LogoPicture = ({ name }: { readonly name: string }) => (
  <span className="flex h-20 w-32 items-center justify-center overflow-hidden rounded-ctl border border-line bg-white p-1.5">
    <Picture key={name} name={name} label={t('Logo')} isWhole />
  </span>
);
