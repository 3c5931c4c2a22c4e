export const secondStepTexts = {
  'Confirm that it’s you': 'Identität bestätigen',
  'Confirming…': 'Wird bestätigt…',
  Confirm: 'Bestätigen',
  'Sign out and in again, then you can go on for 15 minutes.':
    'Ab- und wieder anmelden, dann geht es 15 Minuten lang ohne Nachfrage weiter.',
  'You signed in a while ago, and this needs to be safe. Then you can go on for 15 minutes.':
    'Die Anmeldung ist schon eine Weile her, und dieser Schritt soll sicher sein. Danach geht es 15 Minuten lang ohne Nachfrage weiter.',
  Code: 'Code',
  'From your app, or a recovery code.': 'Aus der App, oder ein Wiederherstellungscode.',
  'Use a passkey': 'Passkey verwenden',
  'Use a passkey instead': 'Stattdessen Passkey verwenden',
  'Confirm with the identity provider': 'Beim Identitätsanbieter bestätigen',
  'It opens in another tab. Come back here when it is done.': 'Das öffnet sich in einem anderen Tab. Danach hierher zurückkehren.',
  'Failed to export': 'Export fehlgeschlagen',
  'Second step': 'Zweiter Schritt',
  'Codes of an app': 'Codes aus einer App',
  'An app on your phone shows a code, which is asked for after the password: whoever only knows the password gets nowhere.':
    'Eine App auf dem Handy zeigt einen Code, der nach dem Passwort verlangt wird: Mit dem Passwort allein kommt niemand weiter.',
  'Wait...': 'Moment...',
  'Set up': 'Einrichten',
  On: 'Ein',
  'Since {date}': 'Seit {date}',
  'Turn off': 'Abschalten',
  'Recovery codes': 'Wiederherstellungscodes',
  '{count} of {most} left': 'Noch {count} von {most}',
  'New codes': 'Neue Codes',
  '{organization} asks its owner and admins for a second step. A passkey counts as one.':
    '{organization} verlangt von Inhaber und Admins einen zweiten Schritt. Ein Passkey zählt als solcher.',
  'Turn the second step off?': 'Zweiten Schritt abschalten?',
  'Whoever knows your password can sign in then. The recovery codes end with it.':
    'Dann reicht das Passwort zur Anmeldung. Die Wiederherstellungscodes gelten nicht mehr.',
  'Failed to change the second step': 'Zweiter Schritt konnte nicht geändert werden',
  'Second step turned off': 'Zweiter Schritt abgeschaltet',
  'Your password is enough to sign in again.': 'Zur Anmeldung reicht wieder das Passwort.',
  'The second step was not turned on': 'Der zweite Schritt wurde nicht eingeschaltet',
  'Set up codes of an app': 'Codes aus einer App einrichten',
  'Turn on': 'Einschalten',
  'Scan this with an app such as Google Authenticator, Microsoft Authenticator or your password manager, or type the key into it.':
    'Mit einer App wie Google Authenticator, Microsoft Authenticator oder dem Passwortmanager scannen oder den Schlüssel dort eintippen.',
  'Key as a QR code': 'Schlüssel als QR-Code',
  'Six digits that the app shows.': 'Sechs Ziffern, die die App zeigt.',
  'Recovery codes of Headland': 'Wiederherstellungscodes von Headland',
  'Not copied': 'Nicht kopiert',
  'Select the codes and copy them by hand.': 'Die Codes markieren und von Hand kopieren.',
  'Your recovery codes': 'Wiederherstellungscodes',
  'I have kept them': 'Sind aufbewahrt',
  'Each gets you in once, when your phone is lost. They are shown this one time: keep them where you find them without it.':
    'Jeder öffnet das Konto einmal, wenn das Handy weg ist. Sie werden nur dieses eine Mal gezeigt: so aufbewahren, dass sie ohne Handy zu finden sind.',
  'A second step is required from now on': 'Ab jetzt ist ein zweiter Schritt Pflicht',
  'A second step is not required any more': 'Der zweite Schritt ist nicht mehr Pflicht',
  'Owner and admins without one set it up when they sign in next, which is now.':
    'Inhaber und Admins ohne zweiten Schritt müssen sich neu anmelden und richten ihn dabei ein.',
  'Second step for owner and admins': 'Zweiter Schritt für Inhaber und Admins',
  'Whoever can change the organization then shows a code of an app or a passkey to sign in, not a password alone.':
    'Wer die Organisation ändern kann, meldet sich dann mit einem App-Code oder Passkey an, nicht mit dem Passwort allein.',
  'Has one': 'Vorhanden',
  'None yet': 'Noch keiner',
  'Require it no more': 'Nicht mehr verlangen',
  'Require a second step': 'Zweiten Schritt verlangen',
  'Use your passkey': 'Passkey verwenden',
  'Your organization asks for more than a password.': 'Die Organisation verlangt mehr als ein Passwort.',
  'Enter the code': 'Code eingeben',
  'Your app shows it. A recovery code does as well.': 'Die App zeigt ihn. Ein Wiederherstellungscode geht auch.',
  'My passkey': 'Mein Passkey',
  'Make a passkey instead': 'Stattdessen Passkey anlegen',
  'Set up a second step': 'Zweiten Schritt einrichten',
  'Your organization asks its owner and admins for more than a password. Scan this with an app such as Google Authenticator, Microsoft Authenticator or your password manager, or type the key into it; then enter the code that it shows.':
    'Die Organisation verlangt von Inhaber und Admins mehr als ein Passwort. Dies mit einer App wie Google Authenticator, Microsoft Authenticator oder dem Passwortmanager scannen oder den Schlüssel eintippen; dann den Code eingeben, den sie zeigt.',
  'Turn on and sign in': 'Einschalten und anmelden',
  'Confirm first that it is you.': 'Zuerst die Identität bestätigen.',
  'Sign in again with a second step: this organization asks its owner and admins for one.':
    'Mit einem zweiten Schritt neu anmelden: Diese Organisation verlangt ihn von Inhaber und Admins.',
  'You have signed in without a second step. Set one up in your account first, or sign in again with yours.':
    'Die Anmeldung lief ohne zweiten Schritt. Zuerst im eigenen Konto einen einrichten oder mit dem vorhandenen neu anmelden.',
  'Wrong code. Wait for the next one and enter that.': 'Falscher Code. Den nächsten abwarten und eingeben.',
  'This sign-in is out of date. Begin again with your password.': 'Diese Anmeldung ist abgelaufen. Mit dem Passwort neu beginnen.',
  'There are no recovery codes without codes of an app. Set these up first.':
    'Ohne App-Codes gibt es keine Wiederherstellungscodes. Zuerst diese einrichten.',
  'This installation has no accounts of its own: the identity provider asks for a second step.':
    'Diese Installation hat keine eigenen Konten: Den zweiten Schritt verlangt der Identitätsanbieter.',
  'This code is too long': 'Dieser Code ist zu lang',
};
