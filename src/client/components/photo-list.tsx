import { Picture } from '#client/components/picture.tsx';
import { t } from '#client/lib/texts.ts';
import { blobOf } from '#client/offline/public.ts';
import { CloseIcon } from '#client/ui/icons.tsx';

interface PhotoListProps {
  readonly photos: readonly string[];
  /** Takes one away; absent: they are only shown. */
  readonly onRemove?: (photo: string) => void;
}

/** Attached files as small pictures, which lead to the whole ones; those that wait to be sent with a swath. */
export const PhotoList = ({ photos, onRemove }: PhotoListProps) => (
  <ul aria-label={t('Photos')} className="flex flex-wrap gap-2.5">
    {photos.map((name, index) => {
      const isWaiting = blobOf(name) !== null;
      const Frame = isWaiting ? 'span' : 'a';
      const label = t(isWaiting ? 'Attachment {number}, waiting to be sent' : 'Attachment {number}', { number: index + 1 });
      return (
        <li key={name} className="relative">
          <Frame
            {...(isWaiting ? {} : { href: `/api/photos/${name}`, target: '_blank', rel: 'noreferrer' })}
            className="relative grid size-28 place-items-center overflow-hidden rounded-ctl bg-sunk"
          >
            <Picture name={name} label={label} />
            {isWaiting && <span className="swath absolute inset-y-0 left-0 w-2" aria-hidden="true" />}
          </Frame>
          {onRemove && (
            <button
              type="button"
              aria-label={t('Remove {name}', { name: label })}
              className="absolute top-0 right-0 grid size-12 place-items-center"
              onClick={() => onRemove(name)}
            >
              <CloseIcon className="size-6.5 rounded-full bg-hedge p-1 text-onhedge stroke-3" aria-hidden="true" />
            </button>
          )}
        </li>
      );
    })}
  </ul>
);
