export const secondStepTexts = {
  'Confirm that it’s you': 'Confirme que es usted',
  'Confirming…': 'Confirmando…',
  Confirm: 'Confirmar',
  'Sign out and back in, and you can go on for 15 minutes.':
    'Cierre la sesión y vuelva a iniciarla; después puede continuar durante 15 minutos.',
  'You signed in a while ago. Confirm once, and you can go on for 15 minutes.':
    'Inició sesión hace un rato, y este paso debe ser seguro. Después puede continuar durante 15 minutos.',
  Code: 'Código',
  'From your app, or a recovery code.': 'De su aplicación, o un código de recuperación.',
  'Use a passkey': 'Usar una llave de acceso',
  'Use a passkey instead': 'Usar mejor una llave de acceso',
  'Confirm with the identity provider': 'Confirmar con el proveedor de identidad',
  'It opens in another tab. Come back here when you are done.': 'Se abre en otra pestaña. Vuelva aquí al terminar.',
  'Failed to export': 'No se pudo exportar',
  'Second step': 'Segundo paso',
  'Codes of an app': 'Códigos de una aplicación',
  'An app on your phone shows a code that you enter after your password. Somebody who only knows the password gets nowhere.':
    'Una aplicación en su teléfono muestra un código que se pide después de la contraseña: con la contraseña sola nadie entra.',
  'Wait...': 'Un momento...',
  'Set up': 'Configurar',
  On: 'Activado',
  'Since {date}': 'Desde el {date}',
  'Turn off': 'Desactivar',
  'Recovery codes': 'Códigos de recuperación',
  '{count} of {most} left': 'Quedan {count} de {most}',
  'New codes': 'Códigos nuevos',
  '{organization} asks its owner and admins for a second step. A passkey counts as one.':
    '{organization} pide un segundo paso al propietario y a los administradores. Una llave de acceso cuenta como tal.',
  'Turn the second step off?': '¿Desactivar el segundo paso?',
  'Then your password alone is enough to sign in, for anybody who knows it. The recovery codes stop working, too.':
    'Entonces bastará con saber su contraseña para iniciar sesión. Los códigos de recuperación dejan de valer.',
  'Failed to change the second step': 'No se pudo cambiar el segundo paso',
  'Second step turned off': 'Segundo paso desactivado',
  'Your password is enough to sign in again.': 'La contraseña vuelve a bastar para iniciar sesión.',
  'The second step was not turned on': 'No se activó el segundo paso',
  'Set up codes of an app': 'Configurar códigos de una aplicación',
  'Turn on': 'Activar',
  'Scan this with an app such as Google Authenticator, Microsoft Authenticator or your password manager, or type the key into it.':
    'Escanee esto con una aplicación como Google Authenticator, Microsoft Authenticator o su gestor de contraseñas, o escriba en ella la clave.',
  'Key as a QR code': 'Clave como código QR',
  'The six digits in the app.': 'Los seis dígitos que muestra la aplicación.',
  'Recovery codes of Headland': 'Códigos de recuperación de Headland',
  'Not copied': 'No se copió',
  'Select the codes and copy them by hand.': 'Seleccione los códigos y cópielos a mano.',
  'Your recovery codes': 'Sus códigos de recuperación',
  'I have saved them': 'Ya los guardé',
  'Each one signs you in once if you lose your phone. They are shown only now: keep them somewhere you can get to without it.':
    'Cada uno le permite entrar una vez si pierde el teléfono. Solo se muestran ahora: guárdelos donde los encuentre sin él.',
  'A second step is required from now on': 'Desde ahora se exige un segundo paso',
  'A second step is no longer required': 'Ya no se exige un segundo paso',
  'The owner and admins without one set it up now, when they sign in again.':
    'El propietario y los administradores que no lo tengan deben iniciar sesión de nuevo y configurarlo entonces.',
  'Second step for owner and admins': 'Segundo paso para propietario y administradores',
  'The owner and admins then sign in with an app code or a passkey, not with a password alone.':
    'Quien pueda cambiar la organización iniciará sesión con un código de una aplicación o una llave de acceso, no solo con la contraseña.',
  'Has one': 'Lo tiene',
  'None yet': 'Aún no',
  'Stop requiring it': 'Dejar de exigirlo',
  'Require a second step': 'Exigir un segundo paso',
  'Use your passkey': 'Use su llave de acceso',
  'Your organization asks for more than a password.': 'Su organización pide más que una contraseña.',
  'Enter the code': 'Escriba el código',
  'From your app. A recovery code works too.': 'Lo muestra su aplicación. También sirve un código de recuperación.',
  'My passkey': 'Mi llave de acceso',
  'Make a passkey instead': 'Crear mejor una llave de acceso',
  'Set up a second step': 'Configurar un segundo paso',
  'Your organization asks its owner and admins for more than a password. Scan this with an app such as Google Authenticator, Microsoft Authenticator or your password manager, or type the key into it; then enter the code that it shows.':
    'Su organización pide al propietario y a los administradores más que una contraseña. Escanee esto con una aplicación como Google Authenticator, Microsoft Authenticator o su gestor de contraseñas, o escriba en ella la clave; después escriba el código que muestre.',
  'Turn on and sign in': 'Activar e iniciar sesión',
  'Confirm first that it is you.': 'Confirme primero que es usted.',
  'Sign in again with a second step: this organization asks its owner and admins for one.':
    'Inicie sesión de nuevo con un segundo paso: esta organización lo pide al propietario y a los administradores.',
  'You have signed in without a second step. Set one up in your account first, or sign in again with yours.':
    'Inició sesión sin un segundo paso. Configure uno primero en su cuenta, o vuelva a iniciar sesión con el suyo.',
  'Wrong code. Wait for the next one and enter that.': 'Código incorrecto. Espere al siguiente y escríbalo.',
  'This sign-in is out of date. Begin again with your password.': 'Este inicio de sesión caducó. Empiece de nuevo con la contraseña.',
  'There are no recovery codes without codes of an app. Set these up first.':
    'Sin códigos de una aplicación no hay códigos de recuperación. Configure primero aquellos.',
  'This installation has no accounts of its own: the identity provider asks for a second step.':
    'Esta instalación no tiene cuentas propias: el segundo paso lo pide el proveedor de identidad.',
  'This code is too long': 'Este código es demasiado largo',
};
