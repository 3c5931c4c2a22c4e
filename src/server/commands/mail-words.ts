import type { LanguageId } from '#shared/lib/languages.ts';

/** A mail around its link, with `{name}` where a name goes. */
interface MailWords {
  readonly subject: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const en = {
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

const de: Readonly<Record<MailKind, MailWords>> = {
  confirmation: {
    subject: 'E-Mail-Adresse bestätigen',
    before: [
      'Mit dieser E-Mail-Adresse wurde ein Headland-Konto angelegt. Zum Abschließen diesen Link innerhalb von drei Tagen öffnen und das gewählte Passwort eingeben:',
    ],
    after: ['Wer das nicht war, muss nichts tun: Ohne das Passwort und diesen Link entsteht kein Konto.'],
  },
  confirmAddress: {
    subject: 'E-Mail-Adresse bestätigen',
    before: [
      'Zu dieser E-Mail-Adresse gibt es ein Headland-Konto, dessen Adresse noch nicht bestätigt ist. Zum Bestätigen diesen Link innerhalb von drei Tagen öffnen und das Passwort des Kontos eingeben. Alle bisher angemeldeten Geräte werden abgemeldet, seine Passkeys und API-Schlüssel enden:',
    ],
    after: [
      'Wer dieses Konto nicht selbst angelegt hat, gibt kein Passwort ein, das von jemand anderem stammt, sondern wählt auf der Anmeldeseite „Passwort vergessen?“. Danach gehört das Konto zu dieser Adresse, und wer es angelegt hat, ist draußen.',
    ],
  },
  accountExists: {
    subject: 'Es gibt schon ein Konto',
    before: ['Mit dieser E-Mail-Adresse sollte ein Headland-Konto angelegt werden. Es gibt schon eines. Damit anmelden:'],
    after: ['Passwort nicht mehr bekannt? Dort „Passwort vergessen?“ wählen. Wer das nicht war, muss nichts tun.'],
  },
  reset: {
    subject: 'Neues Passwort wählen',
    before: [
      'Für das Headland-Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert. Um es zu wählen, diesen Link innerhalb einer Stunde öffnen:',
    ],
    after: ['Wer das nicht war, muss nichts tun: Das Passwort bleibt, wie es ist.'],
  },
  noAccount: {
    subject: 'Kein Konto mit dieser Adresse',
    before: [
      'Für ein Headland-Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert. Ein solches Konto gibt es nicht: Vielleicht gehört es zu einer anderen Adresse, oder es wurde noch keines angelegt. Das geht hier:',
    ],
    after: ['Wer das nicht war, muss nichts tun.'],
  },
  invitation: {
    subject: 'Einladung zu einem Betrieb auf Headland',
    before: [
      'Jemand von „{name}“ lädt dazu ein, auf Headland mitzuarbeiten. Um die Einladung anzusehen und anzunehmen, diesen Link innerhalb von {days} Tagen öffnen:',
    ],
    after: ['Er gilt einmal und nur für diese E-Mail-Adresse. Wer den Betrieb nicht kennt, braucht nichts zu tun.'],
  },
  passkeyAdded: {
    subject: 'Ein Passkey wurde hinzugefügt',
    before: [
      'Das Headland-Konto lässt sich ab jetzt mit dem Passkey „{name}“ öffnen. Wer ihn selbst angelegt hat, muss nichts tun.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen und danach den Passkey im eigenen Konto entfernen:',
    ],
    after: [],
  },
  accountDeleted: {
    subject: 'Das Konto wurde gelöscht',
    before: [
      'Das Headland-Konto wurde soeben auf einem angemeldeten Gerät gelöscht. Die damit erfassten Daten bleiben bei den Betrieben. Wer das selbst war, muss nichts tun.',
      'Andernfalls sofort die Betriebe verständigen. Ein neues Konto mit dieser Adresse lässt sich hier anlegen:',
    ],
    after: [],
  },
  passwordReset: {
    subject: 'Das Passwort wurde geändert',
    before: [
      'Für das Headland-Konto wurde soeben über einen zugesandten Link ein neues Passwort gewählt, und alle Geräte wurden abgemeldet. Wer das selbst war, muss nichts tun.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen:',
    ],
    after: [],
  },
  newDevice: {
    subject: 'Anmeldung auf einem neuen Gerät',
    before: [
      'Das Headland-Konto wurde soeben auf einem Gerät geöffnet, auf dem es noch nie offen war: {name}. Wer das selbst war, muss nichts tun.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen. Das meldet alle Geräte ab:',
    ],
    after: [],
  },
  passwordChanged: {
    subject: 'Das Passwort wurde geändert',
    before: [
      'Das Passwort des Headland-Kontos wurde soeben geändert, und alle anderen Geräte wurden abgemeldet. Wer das selbst war, muss nichts tun.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen:',
    ],
    after: [],
  },
  secondStepAdded: {
    subject: 'Die Anmeldung verlangt jetzt einen zweiten Schritt',
    before: [
      'Wer sich am Headland-Konto anmeldet, wird ab jetzt nach dem Passwort nach einem Code aus der App gefragt. Wer das selbst eingerichtet hat, muss nichts tun.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen und die Leute um Hilfe bitten, die Headland betreiben:',
    ],
    after: [],
  },
  secondStepRemoved: {
    subject: 'Die Anmeldung verlangt keinen zweiten Schritt mehr',
    before: [
      'Das Headland-Konto fragt nicht mehr nach einem Code aus der App. Wer das selbst abgeschaltet hat, muss nichts tun.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen und danach das eigene Konto prüfen:',
    ],
    after: [],
  },
  recoveryCodesMade: {
    subject: 'Neue Wiederherstellungscodes',
    before: [
      'Für das Headland-Konto wurden neue Wiederherstellungscodes erzeugt; die alten gelten nicht mehr. Wer sie selbst erzeugt hat, muss nichts tun.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen und danach im eigenen Konto neue Codes erzeugen:',
    ],
    after: [],
  },
  recoveryCodeUsed: {
    subject: 'Ein Wiederherstellungscode wurde benutzt',
    before: [
      'Soeben wurde das Headland-Konto mit einem Wiederherstellungscode geöffnet. Wer das selbst war, muss nichts tun; wie viele übrig sind, steht im eigenen Konto.',
      'Andernfalls hier sofort mit „Passwort vergessen?“ ein neues Passwort wählen und danach im eigenen Konto neue Codes erzeugen:',
    ],
    after: [],
  },
};

const es: Readonly<Record<MailKind, MailWords>> = {
  confirmation: {
    subject: 'Confirmar la dirección de correo',
    before: [
      'Alguien, seguramente usted, ha creado una cuenta de Headland con esta dirección de correo. Para terminar, hay que abrir este enlace en un plazo de tres días y escribir la contraseña elegida:',
    ],
    after: ['Si no fue usted, no hay nada que hacer: sin la contraseña y este enlace no hay cuenta.'],
  },
  confirmAddress: {
    subject: 'Confirmar la dirección de correo',
    before: [
      'Con esta dirección de correo existe una cuenta de Headland cuya dirección aún no se ha confirmado. Para confirmarla, hay que abrir este enlace en un plazo de tres días y escribir la contraseña de la cuenta. Se cierra la sesión en todos los dispositivos, y sus llaves de acceso y claves API dejan de valer:',
    ],
    after: [
      'Si usted no creó esta cuenta, no escriba ninguna contraseña que le haya dado otra persona: elija «¿Olvidó la contraseña?» en la página de inicio de sesión. La cuenta pasará a ser suya y quien la creó quedará fuera.',
    ],
  },
  accountExists: {
    subject: 'Ya existe una cuenta',
    before: [
      'Alguien, seguramente usted, quiso crear una cuenta de Headland con esta dirección de correo. Ya existe una. Se puede iniciar sesión con ella:',
    ],
    after: ['Si no recuerda la contraseña, puede elegir allí «¿Olvidó la contraseña?». Si no fue usted, no hay nada que hacer.'],
  },
  reset: {
    subject: 'Elegir una contraseña nueva',
    before: [
      'Alguien, seguramente usted, ha olvidado la contraseña de la cuenta de Headland con esta dirección de correo. Para elegir otra, hay que abrir este enlace antes de una hora:',
    ],
    after: ['Si no fue usted, no hay nada que hacer: la contraseña sigue como está.'],
  },
  noAccount: {
    subject: 'No hay ninguna cuenta con esta dirección',
    before: [
      'Alguien, seguramente usted, ha pedido una contraseña nueva para una cuenta de Headland con esta dirección de correo. Esa cuenta no existe: quizá inició sesión con otra dirección o aún no ha creado una cuenta. Se puede hacer aquí:',
    ],
    after: ['Si no fue usted, no hay nada que hacer.'],
  },
  invitation: {
    subject: 'Invitación a una empresa en Headland',
    before: [
      'Alguien de «{name}» le invita a trabajar con ellos en Headland. Para ver la invitación y aceptarla, abra este enlace en un plazo de {days} días:',
    ],
    after: ['Vale una sola vez y solo para esta dirección de correo. Si no los conoce, no tiene que hacer nada.'],
  },
  passkeyAdded: {
    subject: 'Se añadió una llave de acceso',
    before: [
      'Desde ahora, su cuenta de Headland se puede abrir con la llave de acceso «{name}». Si la creó usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después quitar la llave de acceso en la pantalla de su cuenta:',
    ],
    after: [],
  },
  accountDeleted: {
    subject: 'Se eliminó su cuenta',
    before: [
      'Su cuenta de Headland se acaba de eliminar en un dispositivo donde tenía la sesión iniciada. Lo que registró se queda en las empresas con las que trabajó. Si fue usted, todo está bien.',
      'Si no fue usted, avise enseguida a las empresas. Puede crear una cuenta nueva con esta dirección aquí:',
    ],
    after: [],
  },
  passwordReset: {
    subject: 'Se cambió la contraseña',
    before: [
      'Se acaba de elegir una contraseña nueva para su cuenta de Headland con un enlace enviado por correo y se ha cerrado la sesión en todos los dispositivos. Si fue usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí:',
    ],
    after: [],
  },
  newDevice: {
    subject: 'Inicio de sesión en un dispositivo nuevo',
    before: [
      'Su cuenta de Headland se acaba de abrir en un dispositivo en el que nunca se había abierto: {name}. Si fue usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí. Eso cierra la sesión en todos los dispositivos:',
    ],
    after: [],
  },
  passwordChanged: {
    subject: 'Se cambió la contraseña',
    before: [
      'La contraseña de su cuenta de Headland se acaba de cambiar y se ha cerrado la sesión en todos los demás dispositivos. Si fue usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí:',
    ],
    after: [],
  },
  secondStepAdded: {
    subject: 'Su inicio de sesión pide ahora un segundo paso',
    before: [
      'Desde ahora, quien inicie sesión en su cuenta de Headland tendrá que dar, después de la contraseña, un código de su aplicación. Si lo configuró usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y pedir ayuda a quien administra Headland:',
    ],
    after: [],
  },
  secondStepRemoved: {
    subject: 'Su inicio de sesión ya no pide un segundo paso',
    before: [
      'Su cuenta de Headland ya no pide un código de su aplicación. Si lo desactivó usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después revisar la pantalla de su cuenta:',
    ],
    after: [],
  },
  recoveryCodesMade: {
    subject: 'Códigos de recuperación nuevos',
    before: [
      'Se crearon códigos de recuperación nuevos para su cuenta de Headland; los anteriores ya no valen. Si los creó usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después crear códigos nuevos en la pantalla de su cuenta:',
    ],
    after: [],
  },
  recoveryCodeUsed: {
    subject: 'Se usó un código de recuperación',
    before: [
      'Alguien acaba de iniciar sesión en su cuenta de Headland con un código de recuperación. Si fue usted, todo está bien; cuántos quedan lo dice la pantalla de su cuenta.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después crear códigos nuevos en la pantalla de su cuenta:',
    ],
    after: [],
  },
};

/** The words of every mail, by language. */
export const MAIL_WORDS: Readonly<Record<LanguageId, Readonly<Record<MailKind, MailWords>>>> = { en, es, de };

/** Further lines of the mail about a new password, with the names of what they are about. */
export const RESET_NOTES: Readonly<Record<LanguageId, Readonly<Record<'passkeysGone' | 'keysStay', string>>>> = {
  en: {
    passkeysGone:
      'These passkeys were removed, for one of them could be somebody else’s: {names}. Add yours again on your account’s screen.',
    keysStay: 'API keys that you made for other programs go on working: {names}. Revoke on the members screen whatever is not yours.',
  },
  de: {
    passkeysGone:
      'Diese Passkeys wurden entfernt, denn einer davon könnte fremd sein: {names}. Die eigenen lassen sich im eigenen Konto neu hinzufügen.',
    keysStay: 'Selbst angelegte API-Schlüssel anderer Programme gelten weiter: {names}. Unbekannte sofort in der Organisation widerrufen.',
  },
  es: {
    passkeysGone:
      'Se quitaron estas llaves de acceso, porque alguna podría ser de otra persona: {names}. Puede volver a añadir las suyas en la pantalla de su cuenta.',
    keysStay:
      'Las claves API que usted creó para otros programas siguen valiendo: {names}. Revoque en la organización las que no reconozca.',
  },
};
