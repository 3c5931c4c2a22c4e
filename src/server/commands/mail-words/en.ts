/** A mail around its link, with `{name}` as a placeholder. */
export interface MailWords {
  readonly subject: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What a mail says in English. */
export const en = {
  confirmation: {
    subject: 'Confirm your email address',
    before: [
      'Someone, most likely you, created a Headland account with this email address. To finish, open this link within three days and enter the password you chose:',
    ],
    after: ['If it was not you, there is nothing to do: without your password and this link there is no account.'],
  },
  confirmAddress: {
    subject: 'Confirm your email address',
    before: [
      'Someone, most likely you, has a Headland account with this email address, which has not been confirmed yet. To confirm it, open this link within three days and enter the account’s password. This signs out every device and removes the account’s passkeys and API keys:',
    ],
    after: [
      'If you did not create this account, do not enter a password that someone gave you. Choose “Forgot password?” on the sign-in page instead: the account then becomes yours, and the person who created it loses access.',
    ],
  },
  accountExists: {
    subject: 'You already have an account',
    before: ['Someone, most likely you, tried to create a Headland account with this email address. You already have one. Sign in here:'],
    after: ['If you forgot your password, choose “Forgot password?” there. If it was not you, there is nothing to do.'],
  },
  reset: {
    subject: 'Choose a new password',
    before: [
      'Someone, most likely you, asked to reset the password of the Headland account with this email address. To choose a new one, open this link within an hour:',
    ],
    after: ['If it was not you, there is nothing to do: your password stays as it is.'],
  },
  noAccount: {
    subject: 'There is no account with this address',
    before: [
      'Someone, most likely you, asked for a new password for a Headland account with this email address. There is no such account: you may have signed up with another address, or not created one yet. You can do that here:',
    ],
    after: ['If it was not you, there is nothing to do.'],
  },
  invitation: {
    subject: 'You are invited to an organization on Headland',
    before: [
      '“{name}” has invited you to work with them on Headland. To view and accept the invitation, open this link within {days} days:',
    ],
    after: ['It works once, and only for this email address. If you do not know them, there is nothing to do.'],
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    before: [
      'The passkey “{name}” can now be used to sign in to your Headland account. If you created it, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then remove the passkey on your account’s screen:',
    ],
    after: [],
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    before: [
      'Your Headland account was just deleted on a device where you were signed in. What you recorded stays with the companies you worked with. If this was you, all is well.',
      'If it was not you, tell those companies at once. You can create a new account with this address here:',
    ],
    after: [],
  },
  passwordReset: {
    subject: 'Your password was changed',
    before: [
      'The password of your Headland account was just reset with an emailed link, and every device was signed out. If this was you, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here:',
    ],
    after: [],
  },
  newDevice: {
    subject: 'A new device has signed in',
    before: [
      'Someone just signed in to your Headland account on a new device: {name}. If this was you, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here. That signs out every device:',
    ],
    after: [],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    before: [
      'The password of your Headland account was just changed, and every other device was signed out. If this was you, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here:',
    ],
    after: [],
  },
  secondStepAdded: {
    subject: 'Your sign-in now has a second step',
    before: [
      'From now on, signing in to your Headland account asks for a code from your app after the password. If you set this up, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here and ask your server’s administrator for help:',
    ],
    after: [],
  },
  secondStepRemoved: {
    subject: 'Your sign-in no longer has a second step',
    before: [
      'Your Headland account no longer asks for a code from your app. If you turned it off, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then look at your account’s screen:',
    ],
    after: [],
  },
  recoveryCodesMade: {
    subject: 'New recovery codes',
    before: [
      'New recovery codes were created for your Headland account; the old ones no longer work. If you created them, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then create new codes on your account’s screen:',
    ],
    after: [],
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    before: [
      'Someone just signed in to your Headland account with a recovery code. If this was you, all is well; your account’s screen shows how many are left.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then create new codes on your account’s screen:',
    ],
    after: [],
  },
  bankChanged: {
    subject: 'Bank details on your bills were changed',
    before: [
      '{person} just changed where customers of “{name}” are asked to pay. If you expected this, all is well.',
      'New account: {account}',
      'If not, someone may want your customers to pay them instead. Check the bank details here at once and correct them. Then find out whose sign-in was used, and have that person choose a new password:',
    ],
    after: ['Bills that were already issued keep the account they were issued with. The same message went to the owner and all admins.'],
  },
} as const satisfies Readonly<Record<string, MailWords>>;

/** The mails of accounts. */
export type MailKind = keyof typeof en;
