export const inviteTexts = {
  'Invite {name}': '{name} einladen',
  'Make a new link': 'Neuen Link erstellen',
  'New link': 'Neuer Link',
  'Revoke link': 'Link zurückziehen',
  'Link for {name}': 'Link für {name}',
  'Link out of date': 'Link abgelaufen',
  Joined: 'Dabei',
  'since {date}': 'seit {date}',
  '{date} by {name}, good until {until}': '{date} von {name}, gültig bis {until}',
  '{date}, good until {until}': '{date}, gültig bis {until}',
  'Not invited yet': 'Noch nicht eingeladen',
  'Has not joined yet': 'Noch nicht dabei',
  'Ask the owner or an admin to invite them.': 'Einladen können der Inhaber oder ein Admin: dort darum bitten.',
  'With the link they make an account, or sign in, and are in {organization}. It works for whoever opens it first.':
    'Mit dem Link legt die Person ein Konto an oder meldet sich an und gehört zu {organization}. Er gilt für die erste Person, die ihn annimmt.',
  'With the link they make an account for {email}, or sign in with it, and are in {organization}.':
    'Mit dem Link legt die Person ein Konto für {email} an oder meldet sich damit an und gehört zu {organization}.',
  'A link is open until {date}. It cannot be shown again; a new one ends it.':
    'Ein Link ist offen bis {date}. Er lässt sich nicht noch einmal zeigen; ein neuer macht ihn ungültig.',
  'The link can be made as soon as there is a connection.': 'Der Link lässt sich erstellen, sobald eine Verbindung besteht.',
  'Could not send the mail': 'E-Mail nicht verschickt',
  'Many mails went out lately. Hand the link over, or try again in an hour.':
    'Zuletzt gingen viele E-Mails hinaus. Den Link weitergeben oder es in einer Stunde noch einmal versuchen.',
  'Send by mail': 'Per E-Mail senden',
  'This link works on this computer only. Open Headland by the address that the others use, and make it there.':
    'Dieser Link geht nur auf diesem Computer. Headland unter der Adresse öffnen, die auch die anderen benutzen, und den Link dort erstellen.',
  'QR code of the invitation link': 'QR-Code des Einladungslinks',
  'They scan it with the camera of their phone.': 'Mit der Kamera des Handys scannen.',
  'The link is shown only now. If it gets lost, make another: this one ends with it.':
    'Der Link wird nur jetzt gezeigt. Geht er verloren, einen neuen erstellen: dieser gilt dann nicht mehr.',
  'The link is shown only now. If it gets lost, revoke the invitation and make another.':
    'Der Link wird nur jetzt gezeigt. Geht er verloren, die Einladung zurückziehen und eine neue machen.',
  'Send your team their link': 'Dem Team die Links schicken',
  'They get in with their link, on their own phone. You can do that at any time under Members, too.':
    'Mit dem Link kommen alle auf dem eigenen Handy hinein. Das geht auch später jederzeit unter Mitglieder.',
  'People who have not joined yet': 'Wer noch nicht dabei ist',
  '{name} gets in with a link.': '{name} kommt mit einem Link hinein.',
  'With an email they have access.': 'Mit einer E-Mail-Adresse bekommt die Person Zugang.',
  '{count} of your people has not joined yet.': '{count} Person ist noch nicht dabei.',
  '{count} of your people have not joined yet.': '{count} Personen sind noch nicht dabei.',
  'May do everything, also hand the organization over and delete it.': 'Darf alles, auch die Organisation übergeben und löschen.',
  'Runs the office, changes settings, and decides who belongs here.':
    'Führt das Büro, ändert Einstellungen und entscheidet, wer dazugehört.',
  'Runs the office: prices, bills, services, machines and people. No settings.':
    'Führt das Büro: Preise, Rechnungen, Leistungen, Maschinen und Personen. Keine Einstellungen.',
  'Logs work, corrects that of others, and makes jobs and customers. No prices.':
    'Erfasst Arbeit, berichtigt die von anderen und legt Aufträge und Kunden an. Keine Preise.',
  'Logs their own work and reads the rest. No prices.': 'Erfasst die eigene Arbeit und liest den Rest. Keine Preise.',
};
