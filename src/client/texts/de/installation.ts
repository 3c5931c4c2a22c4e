export const installationTexts = {
  "The server's disk is full": 'Die Festplatte des Servers ist voll',
  'Nothing new can be saved. Devices keep what they cannot send, and send it once there is room again.':
    'Dort wird nichts Neues gespeichert. Die Geräte behalten, was sie nicht senden können, und senden es, sobald dort wieder Platz ist.',
  "Only {percent}% of the server's disk is free": 'Auf der Festplatte des Servers sind nur noch {percent} % frei',
  'When it is full, nothing can be saved. Make room in time, or move to a larger disk.':
    'Ist sie voll, lässt sich nichts mehr speichern. Rechtzeitig Platz schaffen oder eine größere Festplatte einbauen.',
  'Part of the data cannot be read': 'Ein Teil der Daten ist nicht lesbar',
  'Usually the disk is failing. Copy the backups to another disk now, then restore the last good one.':
    'Meist ist die Festplatte am Ende. Jetzt die Sicherungen auf eine andere Festplatte kopieren, dann die letzte gute wiederherstellen.',
  "The server's clock may be wrong": 'Die Uhr des Servers geht womöglich falsch',
  'Check the date and time on the server. Until they are right, nothing old is deleted.':
    'Datum und Uhrzeit des Servers prüfen. Bis das geklärt ist, wird nichts Altes weggeräumt.',
  'Some devices have changes that the server does not': 'Geräte kennen Änderungen, die dem Server fehlen',
  'An older copy of the database was probably put back. Ask whoever runs this installation to run “npm run restored”.':
    'Wahrscheinlich wurde eine ältere Kopie der Datenbank eingespielt. Den Betreiber dieser Installation bitten, „npm run restored“ auszuführen.',
  'Backups are failing': 'Sicherungen schlagen fehl',
  "If the server's disk dies now, whatever came after the last good backup is lost. Headland tries again every hour.":
    'Fällt die Festplatte des Servers jetzt aus, ist alles verloren, was nach der letzten guten Sicherung kam. Headland versucht es jede Stunde erneut.',
  'The last good backup is more than three days old': 'Die letzte gute Sicherung ist älter als drei Tage',
  "If the server's disk dies now, whatever came after it is lost. Ask whoever runs this installation to look into it.":
    'Fällt die Festplatte des Servers jetzt aus, ist alles seither verloren. Den Betreiber dieser Installation bitten, danach zu sehen.',
  'The latest changes are not in the backups yet': 'Die neuesten Änderungen sind noch nicht gesichert',
  'They cannot be copied right now. Check that the backup disk can be reached and has room.':
    'Sie lassen sich gerade nicht kopieren. Dafür sorgen, dass der Ort der Sicherungen erreichbar ist und Platz hat.',
  'See backups': 'Sicherungen ansehen',
  Backups: 'Sicherungen',
  'Verified by restoring': 'Geprüft durch Wiederherstellen',
  '{count} record': '{count} Datensatz',
  '{count} records': '{count} Datensätze',
  'No backup yet': 'Noch keine',
  'Last backup': 'Letzte Sicherung',
  '{ago}; one is being made': '{ago}; eine läuft gerade',
  'Every change up to': 'Alle Änderungen bis',
  Contents: 'Inhalt',
  'Kept in': 'Ort',
  'They have failed since {when}.': 'Fehler seit {when}.',
  'The server says: {reason}': 'Meldung des Servers: {reason}',
  'Automatic backups are turned off. Whoever runs this installation makes copies some other way.':
    'Hier wird nichts von selbst gesichert: Der Betreiber dieser Installation hat das abgeschaltet und sorgt anders für Kopien.',
  'The last one could not be verified. The server says: {reason}': 'Die letzte ließ sich nicht prüfen. Meldung des Servers: {reason}',
} as const;
