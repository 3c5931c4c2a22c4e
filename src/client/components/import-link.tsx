import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { IMPORT_CAPABILITY, type ImportKind } from '#shared/domain/import-kinds.ts';
import { useCan } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { UploadIcon } from '#client/ui/icons.tsx';

/** Where a kind is imported. */
export const importPath = (kind: ImportKind): string => `/organization/import?kind=${kind}`;

/** The way from a list to importing more of it; nothing for those who may not. */
export const ImportLink = ({ kind }: { readonly kind: ImportKind }) =>
  useCan(IMPORT_CAPABILITY[kind]) && (
    <Link href={importPath(kind)} aria-label={t('Import...')} className={buttonClass({ variant: 'ghost', className: 'max-md:w-(--ctl)' })}>
      <UploadIcon aria-hidden="true" />
      <span className="max-md:hidden">{t('Import...')}</span>
    </Link>
  );

/** The same in an empty list, in words. */
export const ImportOffer = ({ kind, children }: { readonly kind: ImportKind; readonly children: ReactNode }) =>
  useCan(IMPORT_CAPABILITY[kind]) && (
    <Link href={importPath(kind)} className={buttonClass()}>
      {children}
    </Link>
  );
