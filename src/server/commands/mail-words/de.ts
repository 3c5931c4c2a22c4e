import type { MailKind, MailWords } from '#server/commands/mail-words/en.ts';

/** What a mail says in German. */
export const de: Readonly<Record<MailKind, MailWords>> = {
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
  bankChanged: {
    subject: 'Die Bankverbindung auf den Rechnungen wurde geändert',
    before: [
      '{person} hat soeben geändert, wohin die Kunden von „{name}“ zahlen sollen. War das so gewollt, ist nichts zu tun.',
      'Neues Konto: {account}',
      'Andernfalls will vielleicht jemand, dass die Kunden an ein fremdes Konto zahlen. Hier sofort die Bankverbindung prüfen und richtigstellen. Danach klären, wessen Zugang benutzt wurde, und dort ein neues Passwort wählen lassen:',
    ],
    after: [
      'Bereits gestellte Rechnungen behalten das Konto, mit dem sie gestellt wurden. Diese Nachricht ging an Inhaber und alle Admins.',
    ],
  },
};
