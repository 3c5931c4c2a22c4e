import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { foundGroup, MOST, type PaletteGroup, type PaletteItem, searchAddress } from '#client/app/palette/palette-found.ts';
import type { NamedRecord } from '#client/data/all-names.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { recordNumber, recordPath } from '#client/features/billing/bills/billing-record-words.ts';
import { bestMatches } from '#client/lib/best-matches.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { ReceiptIcon } from '#client/ui/icons.tsx';

/** The server is asked only for what stands there for so long. */
const REST_MS = 300;

/** At least two letters, one of them a digit: bills are looked for by their number. */
const mayBeNumber = (typed: string): boolean => /^(?=.*\d).{2,}/.test(typed.trim());

/** Whether this was so for a moment; from then on it stays. */
const useRested = (isSo: boolean): boolean => {
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    if (!isSo || hasRested) {
      return undefined;
    }
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, [isSo, hasRested]);
  return hasRested;
};

/**
 * Bills by their number, with those who may see money, and online: devices keep none. They are asked for once, when a number is typed, and
 * never wait for: what is found here comes first.
 */
export const useBillSearch = (typed: string, names: readonly NamedRecord[]): readonly PaletteGroup[] => {
  const { id: orgId } = useOrganization();
  const [, navigate] = useLocation();
  const isAllowed = useCan('money:read');
  const isOnline = useBrowserOnline();
  const isNumber = mayBeNumber(typed);
  const isAsked = useRested(isAllowed && isOnline && isNumber);
  const { data } = useQuery({ ...billingQueries.records(orgId), enabled: isAllowed && isOnline && isAsked, refetchOnWindowFocus: false });
  const bills = useMemo(() => {
    const jobNames = new Map(names.flatMap(({ store, id, title }) => (store === 'jobs' ? [[id, title] as const] : [])));
    return data?.map((record: BillingHead) => {
      const title = recordNumber(record);
      const jobs = record.jobIds.flatMap((id) => jobNames.get(id) ?? []).join(', ');
      return { record, title, text: `${title} ${record.customerName} ${jobs}`.toLowerCase() };
    });
  }, [data, names]);
  return useMemo(() => {
    if (!bills || !isAllowed || !isOnline || !isNumber) {
      return [];
    }
    const { best, count } = bestMatches(bills, typed, MOST);
    const items = best.map(({ record, title, text }): PaletteItem => ({
      key: `billingRecords ${record.id}`,
      title,
      detail: [record.customerName, formatDate(record.issuedOn)].join(' · '),
      text,
      icon: ReceiptIcon,
      run: () => navigate(recordPath(record.id)),
    }));
    return foundGroup(t('Billing Records'), items, count, () => navigate(searchAddress('/organization/billing?tab=records', typed)));
  }, [bills, isAllowed, isOnline, isNumber, typed, navigate]);
};
