import {
  Banknote,
  Clock,
  Droplets,
  Languages,
  Leaf,
  Package,
  Percent,
  Ruler,
  Snowflake,
  SprayCan,
  Sprout,
  SunMedium,
  Tractor,
  Truck,
  Wheat,
} from 'lucide';
import type { TradeId } from '#client/features/onboarding/quick/trades.ts';
import { type Icon, iconOf } from '#client/ui/icon.ts';

export const LanguageIcon = iconOf(Languages);
export const RulerIcon = iconOf(Ruler);
export const BanknoteIcon = iconOf(Banknote);
export const ClockIcon = iconOf(Clock);
export const PercentIcon = iconOf(Percent);
export const SeasonIcon = iconOf(SunMedium);

export const TRADE_ICON: Readonly<Record<TradeId, Icon>> = {
  forage: iconOf(Sprout),
  combining: iconOf(Wheat),
  hay: iconOf(Package),
  tillage: iconOf(Tractor),
  spraying: iconOf(SprayCan),
  manure: iconOf(Droplets),
  hauling: iconOf(Truck),
  beet: iconOf(Leaf),
  snow: iconOf(Snowflake),
};
