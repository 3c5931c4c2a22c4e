/** A mail around its link, with `{name}` where a name goes. */
export interface MailWords {
  readonly subject: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What a mail says in English. */
export const en = {
  confirmation: {
    subject: 'Confirm your e-mail address',
    before: [
      'Somebody, most likely you, has made a Headland account with this e-mail address. To finish, open this link within three days and enter the password that you chose:',
    ],
    after: ['If it was not you, there is nothing to do: without your password and this link there is no account.'],
  },
  confirmAddress: {
    subject: 'Confirm your e-mail address',
    before: [
      'Somebody, most likely you, has a Headland account with this e-mail address, which nobody has confirmed yet. To confirm it, open this link within three days and enter the password of the account. Everything that is signed in to it so far is signed out, and its passkeys and API keys end:',
    ],
    after: [
      'If you did not make this account, do not enter a password that somebody gave you: choose “Forgot password?” on the sign-in page instead. The account becomes yours then, and whoever made it is out.',
    ],
  },
  accountExists: {
    subject: 'You have an account already',
    before: [
      'Somebody, most likely you, wanted to make a Headland account with this e-mail address. There is one already. Sign in with it:',
    ],
    after: ['If you do not know your password any more, choose “Forgot password?” there. If it was not you, there is nothing to do.'],
  },
  reset: {
    subject: 'Choose a new password',
    before: [
      'Somebody, most likely you, has forgotten the password of the Headland account with this e-mail address. To choose a new one, open this link within an hour:',
    ],
    after: ['If it was not you, there is nothing to do: your password stays as it is.'],
  },
  noAccount: {
    subject: 'There is no account with this address',
    before: [
      'Somebody, most likely you, has asked for a new password for a Headland account with this e-mail address. There is no such account: perhaps you signed in with another address, or you have not made an account yet. You can do that here:',
    ],
    after: ['If it was not you, there is nothing to do.'],
  },
  invitation: {
    subject: 'You are invited to an organization on Headland',
    before: [
      'Somebody of “{name}” invites you to work with them on Headland. To see the invitation and accept it, open this link within {days} days:',
    ],
    after: ['It works once, and only for this e-mail address. If you do not know them, there is nothing to do.'],
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    before: [
      'Your Headland account can be opened with the passkey “{name}” from now on. If you made it, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then remove the passkey on your account’s screen:',
    ],
    after: [],
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    before: [
      'Your Headland account was deleted just now on a device where you were signed in. What you recorded stays with the companies that you worked with. If it was you, all is well.',
      'If it was not you, tell the companies at once. You can make a new account with this address here:',
    ],
    after: [],
  },
  passwordReset: {
    subject: 'Your password was changed',
    before: [
      'A new password was chosen for your Headland account just now by a mailed link, and every device was signed out. If it was you, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here:',
    ],
    after: [],
  },
  newDevice: {
    subject: 'A new device has signed in',
    before: [
      'Your Headland account was just opened on a device that it was never opened on before: {name}. If it was you, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here. That signs out every device:',
    ],
    after: [],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    before: [
      'The password of your Headland account was changed just now, and every other device was signed out. If it was you, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here:',
    ],
    after: [],
  },
  secondStepAdded: {
    subject: 'Your sign-in takes a second step now',
    before: [
      'Whoever signs in to your Headland account is asked for a code of your app after the password from now on. If you set it up, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here and ask whoever runs Headland for help:',
    ],
    after: [],
  },
  secondStepRemoved: {
    subject: 'Your sign-in takes no second step any more',
    before: [
      'Your Headland account does not ask for a code of your app any more. If you turned it off, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then look at your account’s screen:',
    ],
    after: [],
  },
  recoveryCodesMade: {
    subject: 'New recovery codes',
    before: [
      'New recovery codes were made for your Headland account; the old ones do not work any more. If you made them, all is well.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then make new codes on your account’s screen:',
    ],
    after: [],
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    before: [
      'Somebody has just signed in to your Headland account with a recovery code. If it was you, all is well; your account’s screen says how many are left.',
      'If it was not you, choose a new password at once with “Forgot password?” here, then make new codes on your account’s screen:',
    ],
    after: [],
  },
} as const satisfies Readonly<Record<string, MailWords>>;

/** The mails of accounts. */
export type MailKind = keyof typeof en;
