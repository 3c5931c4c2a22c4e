/** What is wrong with an export that somebody brings. */
export const archiveTexts = {
  'This export is damaged or was changed: {file} cannot be unpacked.':
    'Esta exportación está dañada o fue modificada: no se puede descomprimir {file}.',
  'This export is damaged or was changed: {file} does not belong to an export.':
    'Esta exportación está dañada o fue modificada: {file} no forma parte de una exportación.',
  'This export is damaged or was changed: {file} is there twice.':
    'Esta exportación está dañada o fue modificada: {file} aparece dos veces.',
  'This export is damaged or was changed: {file} is packed in a way that no export is, or too large.':
    'Esta exportación está dañada o fue modificada: {file} está comprimido como en ninguna exportación, o es demasiado grande.',
  'This export is damaged or was changed: the zip holds too many files.':
    'Esta exportación está dañada o fue modificada: el zip contiene demasiados archivos.',
  'This export is damaged or was changed: the zip would unfold to more than an export may hold.':
    'Esta exportación está dañada o fue modificada: descomprimido, el zip sería mayor de lo que puede ser una exportación.',
  'This export is damaged or was changed: {file} cannot be read.':
    'Esta exportación está dañada o fue modificada: no se puede leer {file}.',
  'This export is damaged or was changed: {file} does not say what it should.':
    'Esta exportación está dañada o fue modificada: {file} no contiene lo que debería.',
  'This export is damaged or was changed: {file} is not in the manifest.':
    'Esta exportación está dañada o fue modificada: {file} no está en el índice.',
  'This export is damaged or was changed: {file} names a file twice.':
    'Esta exportación está dañada o fue modificada: {file} nombra un archivo dos veces.',
  'This export is damaged or was changed: {file} is missing.': 'Esta exportación está dañada o fue modificada: falta {file}.',
  'This export is damaged or was changed: {file} has another length than the manifest says.':
    'Esta exportación está dañada o fue modificada: {file} no tiene el tamaño que indica el índice.',
  'This export is damaged or was changed: {file} holds a line that is too long.':
    'Esta exportación está dañada o fue modificada: {file} contiene una línea demasiado larga.',
  'This export is damaged or was changed: {file} ends in the midst of a line.':
    'Esta exportación está dañada o fue modificada: {file} termina a mitad de una línea.',
  'This export is damaged or was changed: {file} is not what the manifest says.':
    'Esta exportación está dañada o fue modificada: {file} no es lo que indica el índice.',
  'This export is damaged or was changed: {file} is not what its name says.':
    'Esta exportación está dañada o fue modificada: {file} no es lo que dice su nombre.',
  'This export is damaged or was changed: {file} has the same {column} twice.':
    'Esta exportación está dañada o fue modificada: {file} tiene {column} repetido.',
  'This export is damaged or was changed: {file} does not name the one owner among the employees.':
    'Esta exportación está dañada o fue modificada: {file} no nombra al único propietario entre los empleados.',
  'This export is damaged or was changed: line {line} of {file} is no record.':
    'Esta exportación está dañada o fue modificada: la línea {line} de {file} no es un registro.',
  'This export is damaged or was changed: line {line} of {file} has a wrong value for {column}.':
    'Esta exportación está dañada o fue modificada: la línea {line} de {file} tiene un valor incorrecto en {column}.',
  'This export is damaged or was changed: line {line} of {file} is not whole.':
    'Esta exportación está dañada o fue modificada: la línea {line} de {file} está incompleta.',
  'This export is damaged or was changed: {file} has {lines} lines where the manifest says {count}.':
    'Esta exportación está dañada o fue modificada: {file} tiene {lines} líneas, pero el índice indica {count}.',
  'This export is damaged or was changed: {file} holds something that does not fit, near {column} {value}.':
    'Esta exportación está dañada o fue modificada: en {file} hay algo que no encaja, cerca de {column} {value}.',
  'This export is damaged or was changed: {file} names something in {column} that the export does not hold.':
    'Esta exportación está dañada o fue modificada: {file} nombra en {column} algo que no está en la exportación.',
  'This export is damaged or was changed: {file} does not go on where the billing records end.':
    'Esta exportación está dañada o fue modificada: {file} no continúa donde terminan los registros de facturación.',
  'This export is damaged or was changed: {file} holds a reversal that takes no bill back.':
    'Esta exportación está dañada o fue modificada: {file} contiene una anulación que no retira ninguna factura.',
  'This export is damaged or was changed: {file} does not say which jobs are on which billing record.':
    'Esta exportación está dañada o fue modificada: {file} no dice qué trabajos están en qué registro de facturación.',
  'the zip': 'el zip',
  'What is sent here may have at most {most} MB.': 'Aquí se pueden enviar como máximo {most} MB.',
};
