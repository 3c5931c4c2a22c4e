import type { SecurityEvent, SecurityEventKind } from '#shared/domain/security-event.ts';
import { deviceNameOf } from '#shared/lib/device-name.ts';
import { deviceWords } from '#client/data/device.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';
import { AttentionIcon, type Icon, KeyIcon, LockIcon, LogInIcon, LogOutIcon } from '#client/ui/icons.tsx';

type EventSummary = Pick<SecurityEvent, 'kind' | 'count' | 'userAgent'>;

const WORDS: Readonly<Record<Exclude<SecurityEventKind, 'sign-in-failed' | 'confirmation-failed'>, PlainText>> = {
  'account-made': 'Account created',
  'account-taken-over': 'Account taken over by the verified owner of its email',
  'email-confirmed': 'Email confirmed',
  'signed-in': 'Signed in with the password',
  'signed-in-by-passkey': 'Signed in with a passkey',
  'signed-in-by-provider': 'Signed in with the identity provider',
  'signed-out': 'Signed out',
  'sign-in-slowed': 'Too many failed attempts: slowed down',
  'session-ended': 'A device was signed out',
  'other-sessions-ended': 'Every other device was signed out',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'second-step-added': 'Second step added',
  'second-step-removed': 'Second step removed',
  'recovery-codes-made': 'Recovery codes created',
  'recovery-code-used': 'Recovery code used',
  confirmed: 'Identity confirmed again',
  'account-deleted': 'Account deleted',
};

/** What happened, in plain words; repeated events say how often. */
export const signInWords = ({ kind, count }: EventSummary): string => {
  if (kind === 'sign-in-failed' || kind === 'confirmation-failed') {
    return plural(count, 'Failed attempt', '{count} failed attempts');
  }
  return t(WORDS[kind]);
};

/** From which device, in people's words. */
export const signInDevice = ({ userAgent }: EventSummary): string =>
  userAgent === null ? t('Unknown device') : deviceWords(deviceNameOf(userAgent));

/** Whether it may be the work of somebody else. */
export const isSuspicious = ({ kind }: EventSummary): boolean =>
  kind === 'sign-in-failed' || kind === 'sign-in-slowed' || kind === 'confirmation-failed' || kind === 'account-taken-over';

export const signInIcon = (event: EventSummary): Icon => {
  if (isSuspicious(event)) {
    return AttentionIcon;
  }
  if (event.kind.startsWith('signed-in')) {
    return LogInIcon;
  }
  if (event.kind === 'signed-out' || event.kind.includes('session')) {
    return LogOutIcon;
  }
  return event.kind.startsWith('passkey') ? KeyIcon : LockIcon;
};
