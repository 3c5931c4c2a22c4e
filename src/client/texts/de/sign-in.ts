export const signInTexts = {
  '{title} · Headland': '{title} · Headland',
  'Sign in': 'Anmelden',
  'With the account of this installation.': 'Mit dem Konto dieser Installation.',
  'First name': 'Vorname',
  'Last name': 'Nachname',
  Email: 'E-Mail',
  Password: 'Passwort',
  'At least 12 characters.': 'Mindestens 12 Zeichen.',
  'Forgot password?': 'Passwort vergessen?',
  'No account yet?': 'Noch kein Konto?',
  'Create an account': 'Konto anlegen',
  'Sign in with a passkey': 'Mit Passkey anmelden',
  'Have an account already?': 'Schon ein Konto?',
  'Signing in…': 'Anmeldung läuft…',
  'Login failed': 'Anmeldung fehlgeschlagen',
  'With the e-mail address by which your company knows you.': 'Mit der E-Mail-Adresse, die der Betrieb kennt.',
  'Create account': 'Konto anlegen',
  'Creating…': 'Wird angelegt…',
  'Registration failed': 'Registrierung fehlgeschlagen',
  'We mail you a link to choose a new one.': 'Per E-Mail kommt ein Link, um ein neues zu wählen.',
  'Send the link': 'Link schicken',
  'Sending…': 'Wird geschickt…',
  'The link was not sent': 'Der Link wurde nicht geschickt',
  'Remembered it?': 'Doch eingefallen?',
  'Confirm your e-mail': 'E-Mail bestätigen',
  'Enter the password that you chose, and your account is ready.': 'Das gewählte Passwort eingeben, dann ist das Konto fertig.',
  'Confirm and sign in': 'Bestätigen und anmelden',
  'Confirming…': 'Wird bestätigt…',
  'Not confirmed': 'Nicht bestätigt',
  'Forgot the password already?': 'Passwort schon vergessen?',
  'Register again': 'Erneut registrieren',
  'Choose a new password': 'Neues Passwort wählen',
  'Every device that is signed in to your account is signed out, and its passkeys are removed.':
    'Alle Geräte, die mit dem Konto angemeldet sind, werden abgemeldet, und seine Passkeys werden entfernt.',
  'Save and sign in': 'Speichern und anmelden',
  'Saving…': 'Wird gespeichert…',
  'Not saved': 'Nicht gespeichert',
  'Remembered the old one?': 'Das alte doch eingefallen?',
  'Look into your mail': 'E-Mails nachsehen',
  'We have sent a mail to {email}. Open the link in it to finish; without it there is no account. Nothing there? Look among the unwanted mail, or register again.':
    'Eine E-Mail ging an {email}. Den Link darin öffnen, sonst entsteht kein Konto. Nichts angekommen? Im Spam-Ordner nachsehen oder erneut registrieren.',
  'We have sent a mail to {email}. Open the link in it within an hour. Nothing there? Look among the unwanted mail, or ask again.':
    'Eine E-Mail ging an {email}. Den Link darin innerhalb einer Stunde öffnen. Nichts angekommen? Im Spam-Ordner nachsehen oder erneut anfordern.',
  'Back to sign in': 'Zurück zur Anmeldung',
  'Use an account of this installation': 'Ein Konto dieser Installation verwenden',
  'The server cannot be reached. Try again.': 'Der Server ist nicht erreichbar. Erneut versuchen.',
  'No passkey was used. You add one on your account’s screen after signing in with your password.':
    'Es wurde kein Passkey verwendet. Nach der Anmeldung mit Passwort lässt sich im eigenen Konto einer hinzufügen.',
  'Try again': 'Erneut versuchen',
  'The identity provider does not answer': 'Der Identitätsanbieter antwortet nicht',
  'Nobody can sign in until it does. Try again in a few minutes; if it stays, tell whoever runs this installation. On devices where you are signed in Headland works on without it: what you log is kept there and sent later.':
    'Bis dahin kann sich niemand anmelden. In ein paar Minuten erneut versuchen; bleibt es so, dem Betreiber dieser Installation Bescheid geben. Auf angemeldeten Geräten arbeitet Headland auch so weiter: Was erfasst wird, bleibt dort und wird später gesendet.',
  'Signing in did not work': 'Die Anmeldung hat nicht geklappt',
  'What came back from the identity provider was not what had been agreed with it. Try again; if it stays, tell whoever runs this installation, whose log says why.':
    'Die Antwort des Identitätsanbieters war nicht die vereinbarte. Erneut versuchen; bleibt es so, dem Betreiber dieser Installation Bescheid geben: Sein Protokoll nennt den Grund.',
  'This sign-in is out of date': 'Diese Anmeldung ist abgelaufen',
  'It took longer than ten minutes, was begun in another tab, or was finished already. Begin anew.':
    'Sie dauerte länger als zehn Minuten, wurde in einem anderen Tab begonnen oder war schon fertig. Neu beginnen.',
  'You are not signed in': 'Nicht angemeldet',
  'You turned back at the identity provider.': 'Die Anmeldung wurde beim Identitätsanbieter abgebrochen.',
  'Your e-mail is missing': 'Die E-Mail-Adresse fehlt',
  'The identity provider did not tell your e-mail address, by which your company knows you. Whoever runs this installation has to allow it there (scope “email”).':
    'Der Identitätsanbieter hat die E-Mail-Adresse nicht mitgeteilt, die der Betrieb kennt. Der Betreiber dieser Installation muss das dort erlauben (Scope „email“).',
  'Your e-mail is not confirmed': 'Die E-Mail-Adresse ist nicht bestätigt',
  'The identity provider has not confirmed yet that your e-mail address is yours. Look for its mail and follow the link in it, then sign in again.':
    'Der Identitätsanbieter hat die E-Mail-Adresse noch nicht bestätigt. Den Link in seiner E-Mail öffnen, dann erneut anmelden.',
  'This e-mail belongs to somebody else here': 'Diese E-Mail-Adresse gehört hier jemand anderem',
  'Another account of the identity provider has signed in with your e-mail address before. Tell whoever runs this installation: if both are you, or the address went from one person to another, it can be put right there.':
    'Ein anderes Konto des Identitätsanbieters hat sich schon mit dieser E-Mail-Adresse angemeldet. Dem Betreiber dieser Installation Bescheid geben: Gehören beide derselben Person oder hat die Adresse gewechselt, lässt es sich dort richtigstellen.',
  'Wrong email or password': 'E-Mail oder Passwort falsch',
  'Wrong password. Enter the one that you chose when you registered.': 'Falsches Passwort. Das bei der Registrierung gewählte eingeben.',
  'Password is required': 'Das Passwort fehlt',
  'Password is too long': 'Das Passwort ist zu lang',
  'Password must be at least {count} characters': 'Das Passwort muss mindestens {count} Zeichen haben',
  'Invalid email address': 'Ungültige E-Mail-Adresse',
  'This password is known from leaks, where others look first. Choose another one, such as four words in a row.':
    'Dieses Passwort ist aus Datenlecks bekannt, dort wird zuerst probiert. Bitte ein anderes wählen, etwa vier Wörter hintereinander.',
  'Too many wrong tries. Wait a moment and try again, sign in on a device where you were signed in before, or with a passkey, or choose “Forgot password?”.':
    'Zu viele falsche Versuche. Einen Moment warten und erneut versuchen, sich auf einem schon bekannten Gerät oder mit einem Passkey anmelden oder „Passwort vergessen?“ wählen.',
  'Too many attempts. Wait a while and try again.': 'Zu viele Versuche. Eine Weile warten und erneut versuchen.',
  'This passkey is not known here. Sign in with your password.': 'Dieser Passkey ist hier nicht bekannt. Mit dem Passwort anmelden.',
  'There are no passkeys at this address.': 'Unter dieser Adresse gibt es keine Passkeys.',
  'This installation has no accounts of its own. Sign in with the identity provider.':
    'Diese Installation hat keine eigenen Konten. Über den Identitätsanbieter anmelden.',
  'This installation sends no mail. Ask whoever runs it for help.':
    'Diese Installation verschickt keine E-Mails. Den Betreiber um Hilfe bitten.',
  'This link is out of date or was used before. Register again.':
    'Dieser Link ist abgelaufen oder wurde schon benutzt. Erneut registrieren.',
  'This link is out of date or was used before. Ask for a new one.':
    'Dieser Link ist abgelaufen oder wurde schon benutzt. Einen neuen anfordern.',
  'Sign in with the identity provider': 'Über den Identitätsanbieter anmelden',
  'Somebody else came back from the identity provider than who is signed in here, or it did not ask again. Try again; if it stays, sign out and in again.':
    'Vom Identitätsanbieter kam jemand anderes zurück als hier angemeldet ist, oder er hat nicht neu gefragt. Erneut versuchen; bleibt es so, ab- und wieder anmelden.',
  'It is you': 'Bestätigt',
  'You can close this tab and go on in the one that you came from.': 'Dieser Tab kann zu; weiter geht es im vorigen.',
  'Open Headland': 'Headland öffnen',
};
