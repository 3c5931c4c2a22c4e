import type { MailKind, MailWords } from '#server/commands/mail-words/en.ts';

/** What a mail says in Spanish. */
export const es: Readonly<Record<MailKind, MailWords>> = {
  confirmation: {
    subject: 'Confirmar la dirección de correo',
    before: [
      'Alguien, seguramente usted, creó una cuenta de Headland con esta dirección de correo. Para terminar, hay que abrir este enlace en un plazo de tres días y escribir la contraseña elegida:',
    ],
    after: ['Si no fue usted, no hay nada que hacer: sin la contraseña y este enlace no hay cuenta.'],
  },
  confirmAddress: {
    subject: 'Confirmar la dirección de correo',
    before: [
      'Con esta dirección de correo existe una cuenta de Headland cuya dirección aún no se ha confirmado. Para confirmarla, hay que abrir este enlace en un plazo de tres días y escribir la contraseña de la cuenta. Se cierra la sesión en todos los dispositivos, y sus llaves de acceso y claves de API dejan de funcionar:',
    ],
    after: [
      'Si usted no creó esta cuenta, no escriba ninguna contraseña que le haya dado otra persona: elija «¿Olvidó la contraseña?» en la página de inicio de sesión. La cuenta pasará a ser suya y quien la creó quedará fuera.',
    ],
  },
  accountExists: {
    subject: 'Ya existe una cuenta',
    before: [
      'Alguien, seguramente usted, quiso crear una cuenta de Headland con esta dirección de correo. Ya existe una. Se puede iniciar sesión con ella:',
    ],
    after: ['Si no recuerda la contraseña, puede elegir allí «¿Olvidó la contraseña?». Si no fue usted, no hay nada que hacer.'],
  },
  reset: {
    subject: 'Elegir una contraseña nueva',
    before: [
      'Alguien, seguramente usted, olvidó la contraseña de la cuenta de Headland con esta dirección de correo. Para elegir otra, hay que abrir este enlace antes de una hora:',
    ],
    after: ['Si no fue usted, no hay nada que hacer: la contraseña sigue como está.'],
  },
  noAccount: {
    subject: 'No hay ninguna cuenta con esta dirección',
    before: [
      'Alguien, seguramente usted, pidió una contraseña nueva para una cuenta de Headland con esta dirección de correo. Esa cuenta no existe: quizá inició sesión con otra dirección o aún no creó una cuenta. Se puede hacer aquí:',
    ],
    after: ['Si no fue usted, no hay nada que hacer.'],
  },
  invitation: {
    subject: 'Invitación a una empresa en Headland',
    before: [
      'Alguien de «{name}» le invita a trabajar con ellos en Headland. Para ver la invitación y aceptarla, abra este enlace en un plazo de {days} días:',
    ],
    after: ['Sirve una sola vez y solo para esta dirección de correo. Si no los conoce, no tiene que hacer nada.'],
  },
  passkeyAdded: {
    subject: 'Se agregó una llave de acceso',
    before: [
      'Desde ahora, su cuenta de Headland se puede abrir con la llave de acceso «{name}». Si la creó usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después quitar la llave de acceso en la pantalla de su cuenta:',
    ],
    after: [],
  },
  accountDeleted: {
    subject: 'Se eliminó su cuenta',
    before: [
      'Su cuenta de Headland se acaba de eliminar en un dispositivo donde tenía la sesión iniciada. Lo que registró se queda en las empresas con las que trabajó. Si fue usted, todo está bien.',
      'Si no fue usted, avise enseguida a las empresas. Puede crear una cuenta nueva con esta dirección aquí:',
    ],
    after: [],
  },
  passwordReset: {
    subject: 'Se cambió la contraseña',
    before: [
      'Se acaba de elegir una contraseña nueva para su cuenta de Headland con un enlace enviado por correo y se cerró la sesión en todos los dispositivos. Si fue usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí:',
    ],
    after: [],
  },
  newDevice: {
    subject: 'Inicio de sesión en un dispositivo nuevo',
    before: [
      'Su cuenta de Headland se acaba de abrir en un dispositivo en el que nunca se había abierto: {name}. Si fue usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí. Eso cierra la sesión en todos los dispositivos:',
    ],
    after: [],
  },
  passwordChanged: {
    subject: 'Se cambió la contraseña',
    before: [
      'La contraseña de su cuenta de Headland se acaba de cambiar y se cerró la sesión en todos los demás dispositivos. Si fue usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí:',
    ],
    after: [],
  },
  secondStepAdded: {
    subject: 'Su inicio de sesión pide ahora un segundo paso',
    before: [
      'Desde ahora, quien inicie sesión en su cuenta de Headland tendrá que dar, después de la contraseña, un código de su aplicación. Si lo configuró usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y pedir ayuda a quien administra Headland:',
    ],
    after: [],
  },
  secondStepRemoved: {
    subject: 'Su inicio de sesión ya no pide un segundo paso',
    before: [
      'Su cuenta de Headland ya no pide un código de su aplicación. Si lo desactivó usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después revisar la pantalla de su cuenta:',
    ],
    after: [],
  },
  recoveryCodesMade: {
    subject: 'Códigos de recuperación nuevos',
    before: [
      'Se crearon códigos de recuperación nuevos para su cuenta de Headland; los anteriores ya no sirven. Si los creó usted, todo está bien.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después crear códigos nuevos en la pantalla de su cuenta:',
    ],
    after: [],
  },
  recoveryCodeUsed: {
    subject: 'Se usó un código de recuperación',
    before: [
      'Alguien acaba de iniciar sesión en su cuenta de Headland con un código de recuperación. Si fue usted, todo está bien; cuántos quedan lo dice la pantalla de su cuenta.',
      'Si no fue usted, debe elegir enseguida una contraseña nueva con «¿Olvidó la contraseña?» aquí y después crear códigos nuevos en la pantalla de su cuenta:',
    ],
    after: [],
  },
  bankChanged: {
    subject: 'Cambiaron los datos bancarios de sus facturas',
    before: [
      '{person} acaba de cambiar dónde pagan los clientes de «{name}». Si usted lo esperaba, todo está bien.',
      'Cuenta nueva: {account}',
      'Si no, puede que alguien quiera que sus clientes le paguen a otra cuenta. Revise aquí de inmediato los datos bancarios y corríjalos. Después averigüe qué acceso se usó y pida a esa persona que elija otra contraseña:',
    ],
    after: [
      'Las facturas ya emitidas conservan la cuenta con la que se emitieron. Este mensaje fue al propietario y a todos los administradores.',
    ],
  },
};
