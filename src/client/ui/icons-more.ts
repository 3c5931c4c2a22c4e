import {
  ArrowDown,
  ArrowRight,
  ArrowUp,
  Building2,
  Calendar,
  Camera,
  Caravan,
  ChevronRight,
  ChevronUp,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleUser,
  Copy,
  Crown,
  Download,
  EllipsisVertical,
  Eye,
  FolderInput,
  Fuel,
  GitMerge,
  Hash,
  History,
  Image,
  KeyRound,
  Link,
  List,
  ListFilter,
  Lock,
  LogIn,
  Mail,
  Minus,
  Monitor,
  Paperclip,
  Pause,
  Pencil,
  Printer,
  Send,
  Share2,
  SlidersHorizontal,
  Smartphone,
  Sprout,
  Square,
  StickyNote,
  Sun,
  TextAlignStart,
  ToggleLeft,
  Trash2,
  TriangleAlert,
  Truck,
  Undo2,
  Upload,
  UserRoundPlus,
  Users,
  Wrench,
} from 'lucide';
import { iconOf } from '#client/ui/icon.ts';

// Icons of everything but the shell and the overview.
export const OrganizationIcon = iconOf(Building2);
export const DescendingIcon = iconOf(ArrowDown);
export const ForwardIcon = iconOf(ArrowRight);
export const AscendingIcon = iconOf(ArrowUp);
export const DateIcon = iconOf(Calendar);
export const CameraIcon = iconOf(Camera);
export const NextIcon = iconOf(ChevronRight);
export const DoneIcon = iconOf(CircleCheck);
export const IdleIcon = iconOf(CircleDashed);
export const AccountIcon = iconOf(CircleUser);
export const CopyIcon = iconOf(Copy);
export const OwnerIcon = iconOf(Crown);
export const MoreIcon = iconOf(EllipsisVertical);
export const ViewIcon = iconOf(Eye);
export const FuelIcon = iconOf(Fuel);
export const NumberIcon = iconOf(Hash);
export const BothIcon = iconOf(GitMerge);
export const HistoryIcon = iconOf(History);
export const KeyIcon = iconOf(KeyRound);
export const LinkIcon = iconOf(Link);
export const SelectIcon = iconOf(List);
export const LockIcon = iconOf(Lock);
export const LogInIcon = iconOf(LogIn);
export const MailIcon = iconOf(Mail);
export const MinusIcon = iconOf(Minus);
export const AttachmentIcon = iconOf(Paperclip);
export const PictureIcon = iconOf(Image);
export const EditIcon = iconOf(Pencil);
export const PrintIcon = iconOf(Printer);
export const SendIcon = iconOf(Send);
export const ComputerIcon = iconOf(Monitor);
export const FieldsIcon = iconOf(SlidersHorizontal);
export const PhoneIcon = iconOf(Smartphone);
export const ActiveIcon = iconOf(Sprout);
export const SunIcon = iconOf(Sun);
export const StopIcon = iconOf(Square);
export const TextIcon = iconOf(TextAlignStart);
export const QuestionIcon = iconOf(CircleQuestionMark);
export const AttentionIcon = iconOf(TriangleAlert);
export const SwitchIcon = iconOf(ToggleLeft);
export const ImplementIcon = iconOf(Caravan);
export const DeleteIcon = iconOf(Trash2);
export const DownloadIcon = iconOf(Download);
export const UploadIcon = iconOf(Upload);
export const RestoreIcon = iconOf(Undo2);
export const ShareIcon = iconOf(Share2);
export const InviteIcon = iconOf(UserRoundPlus);
export const MembersIcon = iconOf(Users);
export const LoadsIcon = iconOf(Truck);
export const MaintenanceIcon = iconOf(Wrench);
export const PausedIcon = iconOf(Pause);
export const PreviousIcon = iconOf(ChevronUp);
export const FilterIcon = iconOf(ListFilter);
export const MoveIcon = iconOf(FolderInput);
export const NoteIcon = iconOf(StickyNote);
