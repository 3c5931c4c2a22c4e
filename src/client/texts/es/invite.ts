export const inviteTexts = {
  'Invite {name}': 'Invitar a {name}',
  'Make a new link': 'Crear otro enlace',
  'New link': 'Otro enlace',
  'Revoke link': 'Retirar el enlace',
  'Link for {name}': 'Enlace para {name}',
  'Link out of date': 'Enlace caducado',
  Joined: 'Miembro',
  'since {date}': 'desde el {date}',
  '{date} by {name}, good until {until}': '{date}, por {name}, válida hasta el {until}',
  '{date}, good until {until}': '{date}, válida hasta el {until}',
  'Not invited yet': 'Aún sin invitación',
  'Has not joined yet': 'Aún no ha entrado',
  'Ask the owner or an admin to invite them.': 'Pueden invitar el propietario o un administrador: hay que pedírselo.',
  'With the link they make an account, or sign in, and are in {organization}. It works for whoever opens it first.':
    'Con el enlace crea una cuenta o inicia sesión y ya está en {organization}. Sirve para quien lo acepte primero.',
  'With the link they make an account for {email}, or sign in with it, and are in {organization}.':
    'Con el enlace crea una cuenta para {email}, o inicia sesión con ella, y ya está en {organization}.',
  'A link is open until {date}. It cannot be shown again; a new one ends it.':
    'Hay un enlace abierto hasta el {date}. No se puede mostrar otra vez; uno nuevo lo anula.',
  'The link can be made as soon as there is a connection.': 'El enlace se podrá crear en cuanto haya conexión.',
  'Could not send the mail': 'No se pudo enviar el correo',
  'Many mails went out lately. Hand the link over, or try again in an hour.':
    'Últimamente han salido muchos correos. Entregar el enlace o volver a intentarlo dentro de una hora.',
  'Send by mail': 'Enviar por correo',
  'This link works on this computer only. Open Headland by the address that the others use, and make it there.':
    'Este enlace solo funciona en este ordenador. Abrir Headland con la dirección que usan los demás y crearlo allí.',
  'QR code of the invitation link': 'Código QR del enlace de invitación',
  'They scan it with the camera of their phone.': 'Se escanea con la cámara del móvil.',
  'The link is shown only now. If it gets lost, make another: this one ends with it.':
    'El enlace solo se muestra ahora. Si se pierde, crear otro: este dejará de servir.',
  'The link is shown only now. If it gets lost, revoke the invitation and make another.':
    'El enlace solo se muestra ahora. Si se pierde, retirar la invitación y hacer otra.',
  'Send your team their link': 'Enviar los enlaces al equipo',
  'They get in with their link, on their own phone. You can do that at any time under Members, too.':
    'Con su enlace entra cada persona en su propio móvil. También se puede hacer más tarde en Miembros.',
  'People who have not joined yet': 'Quién aún no ha entrado',
  '{name} gets in with a link.': '{name} entra con un enlace.',
  'With an email they have access.': 'Con un correo tiene acceso.',
  '{count} of your people has not joined yet.': '{count} persona aún no ha entrado.',
  '{count} of your people have not joined yet.': '{count} personas aún no han entrado.',
  'May do everything, also hand the organization over and delete it.': 'Puede hacerlo todo, también ceder la organización y borrarla.',
  'Runs the office, changes settings, and decides who belongs here.': 'Lleva la oficina, cambia los ajustes y decide quién pertenece.',
  'Runs the office: prices, bills, services, machines and people. No settings.':
    'Lleva la oficina: precios, facturas, servicios, máquinas y personas. Sin ajustes.',
  'Logs work, corrects that of others, and makes jobs and customers. No prices.':
    'Registra trabajo, corrige el de otros y crea trabajos y clientes. Sin precios.',
  'Logs their own work and reads the rest. No prices.': 'Registra su propio trabajo y lee lo demás. Sin precios.',
};
