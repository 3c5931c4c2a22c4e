import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { importKindsFor, KIND_WORDS } from '#client/components/import-kinds.ts';
import { BackLink } from '#client/components/links.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { ChooseFile } from '#client/features/import/choose-file.tsx';
import { ImportPreview } from '#client/features/import/import-preview.tsx';
import { useImport } from '#client/features/import/use-import.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/card.tsx';
import { FieldsIcon } from '#client/ui/icons.tsx';
import { Empty, Loading } from '#client/ui/states.tsx';

interface ImportFlowProps {
  readonly organization: Organization;
  /** The address of the flow; kind and import are added to its query. */
  readonly path: string;
  /** Where one goes from here; null: the list of what was imported. */
  readonly back: { readonly to: string; readonly label: string; readonly done: string } | null;
}

const kindIn = (search: URLSearchParams, role: Organization['role']): ImportKind | undefined => {
  const allowed = importKindsFor(role);
  return allowed.find((kind) => kind === search.get('kind')) ?? allowed[0];
};

/** A file of records, from choosing it to the report (specification 12.8). */
export const ImportFlow = ({ organization, path, back }: ImportFlowProps): ReactNode => {
  const { id: orgId, role } = organization;
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const asked = kindIn(query, role);
  const id = Number(query.get('import')) || null;
  const work = useImport(orgId, id);
  const [isAgain, setAgain] = useState(false);
  const pathWith = (more: Readonly<Record<string, string>>): string =>
    `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(more).toString()}`;
  if (asked === undefined) {
    return <Empty title={t('Your access level does not allow this.')} />;
  }
  const kind = work.record?.kind ?? asked;
  const { title, listPath, name } = KIND_WORDS[kind];
  const open = async (file: File) => {
    const record = await work.read(kind, file, isAgain);
    if (record) {
      setAgain(true);
      navigate(pathWith({ kind, import: String(record.id) }), { replace: id !== null });
    }
  };
  const leave = back ?? { to: listPath, label: t('Back to {list}', { list: t(name) }) };
  return (
    <>
      <BackLink to={leave.to}>{leave.label}</BackLink>
      <PageHead title={t(title)}>
        {id !== null && (
          <Button icon={FieldsIcon} onClick={() => navigate(pathWith({ kind }))}>
            {t('Choose another file')}
          </Button>
        )}
      </PageHead>
      {id === null ? (
        <ChooseFile
          organization={organization}
          kind={kind}
          isReading={work.busy === 'reading'}
          pathOfKind={(other) => pathWith({ kind: other })}
          pathOfImport={(other) => pathWith({ import: String(other) })}
          onFile={(file) => void open(file)}
        />
      ) : work.record ? (
        <ImportPreview
          organization={organization}
          record={work.record}
          work={work}
          doneLabel={back === null ? t('Show the list') : back.done}
          onDone={() => navigate(leave.to)}
        />
      ) : work.isLoading ? (
        <Loading text={t('Loading rows...')} />
      ) : (
        <Empty title={t('This import no longer exists.')} />
      )}
    </>
  );
};

/** `/organization/import`. */
export const ImportScreen = () => <ImportFlow organization={useOrganization()} path="/organization/import" back={null} />;
