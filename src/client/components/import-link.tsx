import { Link } from 'wouter';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import { importKindsFor, importPath } from '#client/components/import-kinds.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { UploadIcon } from '#client/ui/icons.tsx';

/** The way from a list to importing more of it; nothing for those who may not. */
export const ImportLink = ({ kind }: { readonly kind: ImportKind }) => {
  const { role } = useOrganization();
  return (
    importKindsFor(role).includes(kind) && (
      <Link
        href={importPath(kind)}
        aria-label={t('Import...')}
        className={buttonClass({ variant: 'ghost', className: 'max-md:w-(--ctl)' })}
      >
        <UploadIcon aria-hidden="true" />
        <span className="max-md:hidden">{t('Import...')}</span>
      </Link>
    )
  );
};
