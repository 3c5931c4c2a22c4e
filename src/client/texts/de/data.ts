/** Export, import and deletion of an organization. */
export const dataTexts = {
  'Your Data': 'Eigene Daten',
  Export: 'Export',
  'One zip with everything: every list as a spreadsheet and as JSON, all photos and files, and a manifest. Whoever has it has all of your data.':
    'Eine Zip-Datei mit allem: jede Liste als Tabelle und als JSON, alle Fotos und Dateien und ein Verzeichnis. Wer sie hat, hat alle Daten.',
  'Download Export': 'Export herunterladen',
  'This needs a connection.': 'Das braucht eine Verbindung.',
  'The browser shows how far it is. The activity notes who took it.':
    'Der Browser zeigt den Fortschritt. Im Verlauf steht, wer ihn geholt hat.',
  'Managers, admins and the owner can export.': 'Exportieren können Manager, Administratoren und Inhaber.',
  Import: 'Import',
  'An export becomes a new organization, here or on another installation. This one stays as it is.':
    'Aus einem Export wird eine neue Organisation, hier oder auf einer anderen Installation. Diese bleibt, wie sie ist.',
  'Import an Export': 'Export importieren',
  'Keep This Organization': 'Diese Organisation behalten',
  'Everybody who had access gets it back, and nothing is missing.': 'Wer Zugang hatte, bekommt ihn zurück, und nichts fehlt.',
  'Organization Kept': 'Organisation behalten',
  'Everybody sees it again.': 'Alle sehen sie wieder.',
  'Failed to keep organization': 'Organisation konnte nicht behalten werden',
  'Delete This Organization': 'Diese Organisation löschen',
  'For {days} days nobody but you sees it, and you can take it back. Then everything is gone, photos too. Take an export before.':
    '{days} Tage lang ist sie für alle anderen unsichtbar, und das Löschen lässt sich zurücknehmen. Danach ist alles weg, auch die Fotos. Vorher einen Export holen.',
  'Everybody else loses access at once. You keep yours for {days} days; then every record and photo is gone for good.':
    'Alle anderen verlieren sofort den Zugang. Der eigene bleibt {days} Tage; danach sind alle Daten und Fotos endgültig weg.',
  'Name of the organization': 'Name der Organisation',
  'Type {name}': '{name} eintippen',
  'Type the name of the organization just as it is written': 'Den Namen der Organisation genau so eintippen, wie er geschrieben ist',
  'Deletion Begun': 'Löschen begonnen',
  'For {days} days you can take it back here.': '{days} Tage lang lässt es sich hier zurücknehmen.',
  'Failed to delete organization': 'Organisation konnte nicht gelöscht werden',
  'This organization will be deleted on {day}': 'Diese Organisation wird am {day} gelöscht',
  'Nobody but you sees it. Until then you can take that back.':
    'Für alle anderen ist sie unsichtbar. Bis dahin lässt sich das zurücknehmen.',
  'Take it back': 'Zurücknehmen',
  'I have an export of a company to import': 'Export eines Betriebs importieren',
  'Import an organization': 'Organisation importieren',
  'From a zip that was downloaded as “Export”, on this installation or another. You become its owner.':
    'Aus einer Zip-Datei, die als „Export“ heruntergeladen wurde, hier oder auf einer anderen Installation. Inhaber wird, wer importiert.',
  'Export (zip)': 'Export (Zip-Datei)',
  'Everything is checked first. If something is wrong with it, nothing is made.':
    'Alles wird vorher geprüft. Stimmt etwas nicht, wird nichts angelegt.',
  '{size} MB': '{size} MB',
  Sent: 'Gesendet',
  'Sending: {percent}': 'Wird gesendet: {percent}',
  'Checking and writing...': 'Wird geprüft und geschrieben...',
  'Importing...': 'Wird importiert...',
  'Choose the zip first': 'Zuerst die Zip-Datei auswählen',
  'Organization Imported': 'Organisation importiert',
  '1 person gets access at the next sign-in.': '1 Person bekommt bei der nächsten Anmeldung Zugang.',
  '{count} people get access at their next sign-in.': '{count} Personen bekommen bei der nächsten Anmeldung Zugang.',
  '1 file was lost before the export.': '1 Datei war schon vor dem Export verloren.',
  '{count} files were lost before the export.': '{count} Dateien waren schon vor dem Export verloren.',
  'The connection was lost. Look whether the organization is there before you try again.':
    'Die Verbindung ist abgebrochen. Vor einem neuen Versuch nachsehen, ob die Organisation da ist.',
  'This is no export of Headland. Choose a zip that was downloaded from “Export”.':
    'Das ist kein Export von Headland. Eine Zip-Datei auswählen, die unter „Export“ heruntergeladen wurde.',
  'This export was made by a newer version of Headland. Update this installation first.':
    'Dieser Export stammt aus einer neueren Version von Headland. Zuerst diese Installation aktualisieren.',
  'This export is damaged or was changed: {what}.': 'Dieser Export ist beschädigt oder wurde verändert: {what}.',
  '1 change of yours was not sent and is kept on this device.': '1 Änderung wurde nicht gesendet und liegt auf diesem Gerät.',
  '{count} changes of yours were not sent and are kept on this device.':
    '{count} Änderungen wurden nicht gesendet und liegen auf diesem Gerät.',
  'An export may have at most {size} GB.': 'Ein Export darf höchstens {size} GB haben.',
};
