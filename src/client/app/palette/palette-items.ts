import { useSwitchTo } from '#client/app/use-switch-to.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { linksFor, NAVIGATION } from '#client/app/navigation.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { foundGroup, MOST, type PaletteGroup, type PaletteItem, recordDetail, searchAddress } from '#client/app/palette/palette-found.ts';
import { importKindsFor, KIND_WORDS } from '#client/components/import-kinds.ts';
import { importPath } from '#client/components/import-link.tsx';
import type { NamedRecord, NamedStore } from '#client/data/all-names.ts';
import { useCan, useOrganizations } from '#client/data/organization-context.tsx';
import { bestMatches, wordsIn } from '#client/lib/best-matches.ts';
import { loadRunWords } from '#client/entities/runs/load-run-words.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import {
  ActiveJobsIcon,
  CustomerIcon,
  EmployeeIcon,
  EquipmentIcon,
  FieldsIcon,
  ForwardIcon,
  HistoryIcon,
  type Icon,
  ImplementIcon,
  MembersIcon,
  NewJobIcon,
  OrganizationIcon,
  PlusIcon,
  ServiceIcon,
  UpdateIcon,
  UploadIcon,
} from '#client/ui/icons.tsx';

interface RecordKind {
  readonly title: PlainText;
  readonly icon: Icon;
  /** The list, whose search finds the same. */
  readonly list: string;
  readonly pathOf: (record: NamedRecord) => string;
}

const RECORDS: Record<NamedStore, RecordKind> = {
  jobs: { title: 'Jobs', icon: ActiveJobsIcon, list: '/jobs?status=all', pathOf: ({ id }) => `/jobs/${id}/entries` },
  customers: { title: 'Customers', icon: CustomerIcon, list: '/customers', pathOf: ({ id }) => `/customers/${id}` },
  equipment: { title: 'Equipment', icon: EquipmentIcon, list: '/equipment', pathOf: ({ id }) => `/equipment/${id}` },
  // An implement has no screen of its own.
  implements: { title: 'Implements', icon: ImplementIcon, list: '/implements', pathOf: ({ title }) => searchAddress('/implements', title) },
  employees: { title: 'Employees', icon: EmployeeIcon, list: '/employees', pathOf: ({ id }) => `/employees/${id}` },
  serviceTypes: { title: 'Services', icon: ServiceIcon, list: '/service-types', pathOf: ({ id }) => `/service-types/${id}` },
};

const STORES = Object.keys(RECORDS) as NamedStore[];

const itemOf = (title: string, icon: Icon, run: () => void): PaletteItem => ({
  key: title,
  title,
  detail: '',
  text: title.toLowerCase(),
  icon,
  run,
});

/** Whether the words of runs are here: a start does without them. */
const useRunWords = (): boolean => {
  const [areHere, setHere] = useState(false);
  useEffect(() => {
    loadRunWords().then(
      () => setHere(true),
      // Without them the palette goes on without runs.
      () => undefined,
    );
  }, []);
  return areHere;
};

/** Every action that is available anywhere, and every screen. */
const useFixedGroups = (): readonly PaletteGroup[] => {
  const [, navigate] = useLocation();
  const { openNew, openNewJob } = useEntryDialog();
  const { organizations, selected } = useOrganizations();
  const switchTo = useSwitchTo();
  const mayMakeJobs = useCan('jobs:write');
  const hasRuns = useRunWords();
  const mayLog = useCan('jobEntries:write');
  return useMemo(() => {
    const screen = (title: string, icon: Icon, to: string) => itemOf(title, icon, () => navigate(to));
    const others = organizations.filter(({ id }) => id !== selected?.id);
    return [
      {
        title: t('Actions'),
        items: [
          itemOf(t('New Job Entry'), PlusIcon, () => openNew()),
          ...(mayLog && hasRuns ? [screen(t('New run'), ForwardIcon, '/runs/new')] : []),
          ...(mayMakeJobs ? [itemOf(t('Create New Job'), NewJobIcon, openNewJob)] : []),
          ...others.map((other) => itemOf(t('Switch to {name}', { name: other.name }), OrganizationIcon, () => switchTo(other))),
        ],
      },
      {
        title: t('Screens'),
        items: [
          ...NAVIGATION.flatMap(({ links }) => linksFor(links, selected?.role).map(({ label, icon, to }) => screen(t(label), icon, to))),
          screen(t('All Jobs'), ActiveJobsIcon, '/jobs?status=all'),
          screen(t('Implements'), ImplementIcon, '/implements'),
          screen(t('Sync'), UpdateIcon, '/sync'),
          screen(t('Members'), MembersIcon, '/organization/members'),
          screen(t('Activity'), HistoryIcon, '/organization/activity'),
          screen(t('Service Data Fields'), FieldsIcon, '/organization/service-data-fields'),
        ],
      },
      {
        // After the screens: who types 'Services' wants to see them.
        title: t('Import'),
        items: (selected ? importKindsFor(selected.role) : []).map((kind) =>
          screen(t(KIND_WORDS[kind].title), UploadIcon, importPath(kind)),
        ),
      },
    ];
  }, [navigate, openNew, openNewJob, organizations, selected, switchTo, mayMakeJobs, mayLog, hasRuns]);
};

/** Finds the matches of the typed text: records first, then what stands there with nothing typed. */
export const usePaletteSearch = (records: readonly NamedRecord[]): ((typed: string) => readonly PaletteGroup[]) => {
  const [, navigate] = useLocation();
  const fixed = useFixedGroups();
  const byStore = useMemo(
    () => new Map(STORES.map((store) => [store, records.filter((record) => record.store === store)] as const)),
    [records],
  );
  return useCallback(
    (typed: string): readonly PaletteGroup[] => {
      if (typed.trim() === '') {
        return fixed.filter(({ items }) => items.length > 0);
      }
      const words = wordsIn(typed);
      const found = STORES.flatMap((store) => {
        const { title, icon, list, pathOf } = RECORDS[store];
        const { best, count } = bestMatches(byStore.get(store) ?? [], typed, MOST);
        const items = best.map((record): PaletteItem => ({
          ...record,
          key: `${store} ${record.id}`,
          detail: recordDetail(record, words),
          icon,
          run: () => navigate(pathOf(record)),
        }));
        return foundGroup(t(title), items, count, () => navigate(searchAddress(list, typed)));
      });
      const known = fixed.flatMap(({ title, items }) => {
        const { best, count } = bestMatches(items, typed, MOST);
        return foundGroup(title, best, count);
      });
      return [...found, ...known];
    },
    [byStore, fixed, navigate],
  );
};
