/** Export, import and deletion of an organization. */
export const dataTexts = {
  'Your Data': 'Sus datos',
  Export: 'Exportación',
  'One zip with everything: every list as a spreadsheet and as JSON, all photos and files, and a manifest. Whoever has it has all of your data.':
    'Un zip con todo: cada lista como hoja de cálculo y como JSON, todas las fotos y archivos y un índice. Quien lo tiene, tiene todos los datos.',
  'Download Export': 'Descargar exportación',
  'This needs a connection.': 'Esto necesita conexión.',
  'The browser shows how far it is. The activity notes who took it.':
    'El navegador muestra el avance. La actividad anota quién la descargó.',
  'Managers, admins and the owner can export.': 'Pueden exportar los gerentes, los administradores y el propietario.',
  Import: 'Importación',
  'An export becomes a new organization, here or on another installation. This one stays as it is.':
    'Una exportación se convierte en una organización nueva, aquí o en otra instalación. Esta queda como está.',
  'Import an Export': 'Importar una exportación',
  'Keep This Organization': 'Conservar esta organización',
  'Everybody who had access gets it back, and nothing is missing.': 'Quien tenía acceso lo recupera, y no falta nada.',
  'Organization Kept': 'Organización conservada',
  'Everybody sees it again.': 'Todos vuelven a verla.',
  'Failed to keep organization': 'No se pudo conservar la organización',
  'Delete This Organization': 'Eliminar esta organización',
  'For {days} days nobody but you sees it, and you can take it back. Then everything is gone, photos too. Take an export before.':
    'Durante {days} días nadie más la ve y se puede deshacer. Después desaparece todo, también las fotos. Conviene descargar antes una exportación.',
  'Everybody else loses access at once. You keep yours for {days} days; then every record and photo is gone for good.':
    'Los demás pierden el acceso de inmediato. El suyo dura {days} días; después todos los registros y fotos desaparecen para siempre.',
  'Name of the organization': 'Nombre de la organización',
  'Type {name}': 'Escribir {name}',
  'Type the name of the organization just as it is written': 'Escribir el nombre de la organización tal como figura',
  'Deletion Begun': 'Eliminación iniciada',
  'For {days} days you can take it back here.': 'Durante {days} días se puede deshacer aquí.',
  'Failed to delete organization': 'No se pudo eliminar la organización',
  'This organization will be deleted on {day}': 'Esta organización se eliminará el {day}',
  'Nobody but you sees it. Until then you can take that back.': 'Nadie más la ve. Hasta entonces se puede deshacer.',
  'Take it back': 'Deshacer',
  'I have an export of a company to import': 'Importar la exportación de una empresa',
  'Import an organization': 'Importar una organización',
  'From a zip that was downloaded as “Export”, on this installation or another. You become its owner.':
    'De un zip descargado como «Exportación», en esta instalación o en otra. Quien importa pasa a ser el propietario.',
  'Export (zip)': 'Exportación (zip)',
  'Everything is checked first. If something is wrong with it, nothing is made.':
    'Primero se comprueba todo. Si algo falla, no se crea nada.',
  '{size} MB': '{size} MB',
  Sent: 'Enviado',
  'Sending: {percent}': 'Enviando: {percent}',
  'Checking and writing...': 'Comprobando y escribiendo...',
  'Importing...': 'Importando...',
  'Choose the zip first': 'Elegir primero el zip',
  'Organization Imported': 'Organización importada',
  '1 person gets access at the next sign-in.': '1 persona obtiene acceso al iniciar sesión.',
  '{count} people get access at their next sign-in.': '{count} personas obtienen acceso al iniciar sesión.',
  '1 file was lost before the export.': '1 archivo ya se había perdido antes de la exportación.',
  '{count} files were lost before the export.': '{count} archivos ya se habían perdido antes de la exportación.',
  'The connection was lost. Look whether the organization is there before you try again.':
    'Se perdió la conexión. Antes de volver a intentarlo, comprobar si la organización ya está.',
  'This is no export of Headland. Choose a zip that was downloaded from “Export”.':
    'Esto no es una exportación de Headland. Elegir un zip descargado en «Exportación».',
  'This export was made by a newer version of Headland. Update this installation first.':
    'Esta exportación es de una versión más nueva de Headland. Actualizar primero esta instalación.',
  'This export is damaged or was changed: {what}.': 'Esta exportación está dañada o fue modificada: {what}.',
  '1 change of yours was not sent and is kept on this device.': '1 cambio no se envió y queda en este dispositivo.',
  '{count} changes of yours were not sent and are kept on this device.': '{count} cambios no se enviaron y quedan en este dispositivo.',
  'An export may have at most {size} GB.': 'Una exportación puede tener como máximo {size} GB.',
};
