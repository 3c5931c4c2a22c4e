import { type ChangeEvent, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { showFile } from '#client/data/file-url.ts';
import { LogoPicture } from '#client/entities/organizations/logo-picture.tsx';
import { t } from '#client/lib/texts.ts';
import { blobRef, type NewFile, prepareFile, sha256Hex } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { CloseIcon, PictureIcon } from '#client/ui/icons.tsx';

/** An unusable picture, reported when it is chosen rather than by the server. */
class Refused extends Error {}

const KINDS = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

const read = async (file: File): Promise<NewFile> => {
  if (file.size > MAX_FILE_BYTES) {
    throw new Refused(t('The logo can be at most 10 MB.'));
  }
  const { bytes, type, fileName } = await prepareFile(file);
  if (!KINDS.includes(type)) {
    throw new Refused(t('The logo must be a picture: JPEG, PNG, GIF or WebP'));
  }
  return { sha256: await sha256Hex(bytes), bytes, type, fileName };
};

interface LogoFieldProps {
  /** A stored name, or `blob:<sha256>` of the chosen file. */
  readonly logo: string | null;
  readonly error: string | undefined;
  readonly onChange: (logo: string | null, file: NewFile | null) => void;
}

/** The organization's picture: stored like photos, by its bytes, and sent like them once there is a network. */
export const LogoField = ({ logo, error, onChange }: LogoFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const handleChange = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.target.files ?? [];
    if (!file) {
      return;
    }
    setProblem(undefined);
    try {
      const chosen = await read(file);
      showFile(chosen);
      onChange(blobRef(chosen.sha256), chosen);
    } catch (failure) {
      setProblem(failure instanceof Refused ? failure.message : t("The file can't be read. Choose it again."));
    } finally {
      // Lets the same file be chosen again.
      event.target.value = '';
    }
  };
  return (
    <Field label={t('Logo')} error={problem ?? error} hint={t('A picture for your bills. Coworkers can see it, too.')}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-2.5">
          {logo !== null && <LogoPicture name={logo} />}
          <input
            {...control}
            ref={input}
            type="file"
            accept={KINDS.join(',')}
            className="peer sr-only"
            tabIndex={-1}
            onChange={(event) => void handleChange(event)}
          />
          <Button icon={PictureIcon} onClick={() => input.current?.click()}>
            {logo === null ? t('Choose a picture') : t('Choose another')}
          </Button>
          {logo !== null && (
            <Button variant="ghost" icon={CloseIcon} onClick={() => onChange(null, null)}>
              {t('Remove the logo')}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
};
