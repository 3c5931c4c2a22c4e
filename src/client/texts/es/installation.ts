export const installationTexts = {
  "The server's disk is full": 'El disco del servidor está lleno',
  'Nothing new can be saved. Devices keep what they cannot send, and send it once there is room again.':
    'No se guarda nada nuevo en él. Los dispositivos conservan lo que no pueden enviar y lo envían en cuanto vuelve a haber espacio en ese disco.',
  "Only {percent}% of the server's disk is free": 'Solo queda libre el {percent} % del disco del servidor',
  'When it is full, nothing can be saved. Make room in time, or move to a larger disk.':
    'Cuando se llene no se podrá guardar nada. Libere espacio a tiempo o ponga un disco más grande.',
  'Part of the data cannot be read': 'Una parte de los datos no se puede leer',
  'Usually the disk is failing. Copy the backups to another disk now, then restore the last good one.':
    'Casi siempre es que el disco está fallando. Copie ahora las copias de seguridad en otro disco y después restaure la última buena.',
  "The server's clock may be wrong": 'Puede que el reloj del servidor vaya mal',
  'Check the date and time on the server. Until they are right, nothing old is deleted.':
    'Compruebe la fecha y la hora del servidor. Mientras no se aclare, no se borra nada antiguo.',
  'Some devices have changes that the server does not': 'Hay dispositivos con cambios que el servidor no tiene',
  'An older copy of the database was probably put back. Ask whoever runs this installation to run “npm run restored”.':
    'Probablemente se ha repuesto una copia anterior de la base de datos. Pida a quien administra esta instalación que ejecute «npm run restored».',
  'Backups are failing': 'Las copias de seguridad fallan',
  "If the server's disk dies now, whatever came after the last good backup is lost. Headland tries again every hour.":
    'Si el disco del servidor falla ahora, se pierde todo lo posterior a la última copia buena. Headland lo vuelve a intentar cada hora.',
  'The last good backup is more than three days old': 'La última copia buena tiene más de tres días',
  "If the server's disk dies now, whatever came after it is lost. Ask whoever runs this installation to look into it.":
    'Si el disco del servidor falla ahora, se pierde todo lo posterior. Pida a quien administra esta instalación que lo revise.',
  'The latest changes are not in the backups yet': 'Los últimos cambios aún no están en las copias de seguridad',
  'They cannot be copied right now. Check that the backup disk can be reached and has room.':
    'Ahora mismo no se pueden copiar. Compruebe que el lugar de las copias está accesible y tiene espacio.',
  'See backups': 'Ver las copias',
  Backups: 'Copias de seguridad',
  'Verified by restoring': 'Comprobada restaurándola',
  '{count} record': '{count} registro',
  '{count} records': '{count} registros',
  'No backup yet': 'Todavía ninguna',
  'Last backup': 'Última copia',
  '{ago}; one is being made': '{ago}; se está haciendo una',
  'Every change up to': 'Todos los cambios hasta',
  Contents: 'Contenido',
  'Kept in': 'Lugar',
  'They have failed since {when}.': 'Fallan desde: {when}.',
  'The server says: {reason}': 'Lo que dice el servidor: {reason}',
  'Automatic backups are turned off. Whoever runs this installation makes copies some other way.':
    'Aquí no se hacen copias automáticas: quien administra esta instalación las ha desactivado y se ocupa de ellas de otro modo.',
  'The last one could not be verified. The server says: {reason}': 'La última no se pudo comprobar. Lo que dice el servidor: {reason}',
} as const;
