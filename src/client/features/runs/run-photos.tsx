import { useRef } from 'react';
import type { Run } from '#shared/domain/run.ts';
import { messageOf } from '#client/api/api-error.ts';
import { PhotoList } from '#client/components/photo-list.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { changeRunPhotos } from '#client/data/run-photos.ts';
import { PhotoButton } from '#client/features/runs/photo-button.tsx';
import { t } from '#client/lib/texts.ts';
import type { NewFile } from '#client/offline/public.ts';

/** The photos of the whole run, to be taken and taken away. Each is kept with its press, one after the other, and not only when the run ends. */
export const RunPhotos = ({ run: { id, photos } }: { readonly run: Run }) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const queue = useRef<Promise<void>>(Promise.resolve());
  const change = (photo: string, file?: NewFile): void => {
    queue.current = queue.current
      .then(() => changeRunPhotos(orgId, id, photo, file))
      .catch((error: unknown) => notices.problem(t('Not saved'), messageOf(error)));
  };
  return (
    <section aria-labelledby="run-photos" className="flex flex-col gap-1.5">
      <h2 id="run-photos" className="font-[620]">
        {t('Photos')}
      </h2>
      {photos.length > 0 && <PhotoList photos={photos} onRemove={change} />}
      <PhotoButton count={photos.length} onPhoto={change} />
    </section>
  );
};
