import { Link, useLocation } from 'wouter';
import { t } from '#client/lib/texts.ts';
import { tabClass } from '#client/ui/tab-class.ts';

const TABS = [
  { to: '/equipment', label: 'Equipment' },
  { to: '/implements', label: 'Implements' },
] as const;

/** Tabs for machines and implements. */
export const EquipmentTabs = () => {
  const [path] = useLocation();
  return (
    <nav aria-label={t('Equipment and implements')} className="mb-4 flex gap-1 border-b border-line [&>a:first-child]:-ml-3">
      {TABS.map(({ to, label }) => (
        <Link key={to} href={to} aria-current={path === to ? 'page' : undefined} className={tabClass(path === to)}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
};
