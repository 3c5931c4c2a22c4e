import { LogInIcon } from '#client/ui/icons.tsx';
import { CloudOffIcon, CompletedJobsIcon, EquipmentIcon, PhoneIcon, ReceiptIcon } from '#client/ui/icons.tsx';
import { Brand } from '#client/ui/brand.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { WorkedField } from '#client/features/landing/worked-field.tsx';

const PROMISES = [
  { Icon: EquipmentIcon, text: 'Track equipment usage and fuel consumption' },
  { Icon: CompletedJobsIcon, text: 'Manage customer jobs and billable hours' },
  { Icon: CloudOffIcon, text: 'Work offline in the field, with automatic syncing' },
  { Icon: ReceiptIcon, text: 'Generate billing records' },
  { Icon: PhoneIcon, text: 'Use it on mobile, tablet and desktop' },
];
