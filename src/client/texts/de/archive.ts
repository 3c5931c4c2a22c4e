/** What is wrong with an export that somebody brings. */
export const archiveTexts = {
  'This export is damaged or was changed: {file} cannot be unpacked.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} lässt sich nicht entpacken.',
  'This export is damaged or was changed: {file} does not belong to an export.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} gehört nicht in einen Export.',
  'This export is damaged or was changed: {file} is there twice.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} ist doppelt vorhanden.',
  'This export is damaged or was changed: {file} is packed in a way that no export is, or too large.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} ist anders gepackt als in einem Export oder zu groß.',
  'This export is damaged or was changed: the zip holds too many files.':
    'Dieser Export ist beschädigt oder wurde verändert: die Zip-Datei enthält zu viele Dateien.',
  'This export is damaged or was changed: the zip would unfold to more than an export may hold.':
    'Dieser Export ist beschädigt oder wurde verändert: entpackt wäre die Zip-Datei größer, als ein Export sein darf.',
  'This export is damaged or was changed: {file} cannot be read.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} lässt sich nicht lesen.',
  'This export is damaged or was changed: {file} does not say what it should.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} enthält nicht, was es soll.',
  'This export is damaged or was changed: {file} is not in the manifest.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} steht nicht im Verzeichnis.',
  'This export is damaged or was changed: {file} names a file twice.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} nennt eine Datei doppelt.',
  'This export is damaged or was changed: {file} is missing.': 'Dieser Export ist beschädigt oder wurde verändert: {file} fehlt.',
  'This export is damaged or was changed: {file} has another length than the manifest says.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} ist anders lang, als das Verzeichnis sagt.',
  'This export is damaged or was changed: {file} holds a line that is too long.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} enthält eine zu lange Zeile.',
  'This export is damaged or was changed: {file} ends in the midst of a line.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} endet mitten in einer Zeile.',
  'This export is damaged or was changed: {file} is not what the manifest says.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} ist nicht, was das Verzeichnis sagt.',
  'This export is damaged or was changed: {file} is not what its name says.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} ist nicht, was der Name sagt.',
  'This export is damaged or was changed: {file} has the same {column} twice.':
    'Dieser Export ist beschädigt oder wurde verändert: in {file} kommt {column} doppelt vor.',
  'This export is damaged or was changed: {file} does not name the one owner among the employees.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} nennt nicht den einen Inhaber unter den Mitarbeitern.',
  'This export is damaged or was changed: line {line} of {file} is no record.':
    'Dieser Export ist beschädigt oder wurde verändert: Zeile {line} in {file} ist kein Datensatz.',
  'This export is damaged or was changed: line {line} of {file} has a wrong value for {column}.':
    'Dieser Export ist beschädigt oder wurde verändert: Zeile {line} in {file} hat bei {column} einen falschen Wert.',
  'This export is damaged or was changed: line {line} of {file} is not whole.':
    'Dieser Export ist beschädigt oder wurde verändert: Zeile {line} in {file} ist unvollständig.',
  'This export is damaged or was changed: {file} has {lines} lines where the manifest says {count}.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} hat {lines} Zeilen, laut Verzeichnis sind es {count}.',
  'This export is damaged or was changed: {file} holds something that does not fit, near {column} {value}.':
    'Dieser Export ist beschädigt oder wurde verändert: in {file} passt etwas nicht, nahe {column} {value}.',
  'This export is damaged or was changed: {file} names something in {column} that the export does not hold.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} nennt bei {column} etwas, das nicht im Export ist.',
  'This export is damaged or was changed: {file} does not go on where the billing records end.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} geht nicht dort weiter, wo die Abrechnungen enden.',
  'This export is damaged or was changed: {file} holds a reversal that takes no bill back.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} enthält ein Storno, das keine Rechnung zurücknimmt.',
  'This export is damaged or was changed: {file} does not say which jobs are on which billing record.':
    'Dieser Export ist beschädigt oder wurde verändert: {file} sagt nicht, welche Aufträge auf welcher Abrechnung stehen.',
  'the zip': 'die Zip-Datei',
  'What is sent here may have at most {most} MB.': 'Hier darf man höchstens {most} MB senden.',
};
