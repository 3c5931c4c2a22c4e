import { queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { isNearlyUsed, type UsageItem, type UsageKind } from '#shared/domain/usage.ts';
import { call } from '#client/api/call.ts';
import { orgKey } from '#client/data/overview-queries.ts';
import { cx } from '#client/lib/cx.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { sizeWords } from '#client/lib/sizes.ts';
import { listWords } from '#client/lib/lists.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';

const WORDS: Readonly<Record<UsageKind, PlainText>> = {
  bytes: 'Photos and files',
  people: 'Employees',
  organizations: 'Organizations you own',
  apiKeys: 'API keys',
  mails: 'Emails per day',
  exports: 'Exports per day',
  invitations: 'Your invitations per day',
  requests: 'Requests per 15 minutes',
  writes: 'Changes per hour',
};

/** Only the server counts, continuously: refetched whenever it is shown. */
export const usageQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'usage'],
    queryFn: ({ signal }) => call(routes.usage.get, { params: { orgId } }, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

const amountOf = ({ kind }: UsageItem, amount: number): string => (kind === 'bytes' ? sizeWords(amount) : formatNumber(amount));

const isUsedUp = ({ used, most }: UsageItem): boolean => used >= most;

const Bar = ({ item }: { readonly item: UsageItem }) => {
  const share = Math.min(100, (100 * item.used) / item.most);
  const fill = isUsedUp(item) ? 'fill-poppy' : isNearlyUsed(item) ? 'fill-straw' : 'fill-field';
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 w-full overflow-hidden rounded-full">
      <rect width="100" height="4" className="fill-line" />
      <rect width={share} height="4" className={fill} />
    </svg>
  );
};

const Row = ({ item }: { readonly item: UsageItem }) => (
  <li className="grid gap-1.5">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="text-ink2">{t(WORDS[item.kind])}</span>
      <span className={cx('tabular-nums', isNearlyUsed(item) && 'font-[620]')}>
        {t('{used} of {most}', { used: amountOf(item, item.used), most: amountOf(item, item.most) })}
      </span>
    </div>
    <Bar item={item} />
  </li>
);

const listOf = (items: readonly UsageItem[]): string => listWords(items.map(({ kind }) => t(WORDS[kind])));

/**
 * What the organization has used of its limits on this installation, for its owner and admins (decision 0037). Shown as soon as it is
 * known.
 */
export const UsageCard = ({ items }: { readonly items: readonly UsageItem[] }) => {
  const usedUp = items.filter(isUsedUp);
  const nearly = items.filter((item) => isNearlyUsed(item) && !isUsedUp(item));
  return (
    <Card>
      <CardHead title={t('Usage')} />
      <div className="grid gap-4 p-4.5">
        {usedUp.length > 0 && (
          <Note tone="poppy" icon={AttentionIcon}>
            {t("Limit reached: {what}. Free up space, wait, or ask your server's administrator for more.", { what: listOf(usedUp) })}
          </Note>
        )}
        {nearly.length > 0 && (
          <Note tone="straw" icon={AttentionIcon}>
            {t("Almost at the limit: {what}. Ask your server's administrator for more.", { what: listOf(nearly) })}
          </Note>
        )}
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {items.map((item) => (
            <Row key={item.kind} item={item} />
          ))}
        </ul>
      </div>
    </Card>
  );
};
