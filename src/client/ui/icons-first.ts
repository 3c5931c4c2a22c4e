import {
  Clock,
  Archive,
  ArrowLeft,
  ChartColumn,
  Check,
  ChevronDown,
  CircleAlert,
  ClipboardCheck,
  ClipboardList,
  ClipboardPlus,
  CloudOff,
  HardHat,
  LayoutDashboard,
  LogOut,
  Menu,
  NotebookPen,
  Plus,
  Receipt,
  RefreshCw,
  Search,
  Settings,
  Tractor,
  Warehouse,
  Wheat,
  X,
} from 'lucide';
import { iconOf } from '#client/ui/icon.ts';

// Icons of the shell and the overview, which every start fetches: one that only other screens show belongs to `icons-more.ts`.
export const ArchiveIcon = iconOf(Archive);
export const BackIcon = iconOf(ArrowLeft);
export const CheckIcon = iconOf(Check);
export const ReportIcon = iconOf(ChartColumn);
export const ChevronIcon = iconOf(ChevronDown);
export const ErrorIcon = iconOf(CircleAlert);
export const CompletedJobsIcon = iconOf(ClipboardCheck);
export const ActiveJobsIcon = iconOf(ClipboardList);
export const NewJobIcon = iconOf(ClipboardPlus);
export const CloudOffIcon = iconOf(CloudOff);
export const EmployeeIcon = iconOf(HardHat);
export const OverviewIcon = iconOf(LayoutDashboard);
export const LogOutIcon = iconOf(LogOut);
export const MenuIcon = iconOf(Menu);
export const EntryIcon = iconOf(NotebookPen);
export const PlusIcon = iconOf(Plus);
export const ReceiptIcon = iconOf(Receipt);
export const UpdateIcon = iconOf(RefreshCw);
export const SearchIcon = iconOf(Search);
export const SettingsIcon = iconOf(Settings);
export const EquipmentIcon = iconOf(Tractor);
export const CustomerIcon = iconOf(Warehouse);
export const ServiceIcon = iconOf(Wheat);
export const CloseIcon = iconOf(X);
export const HoursIcon = iconOf(Clock);
