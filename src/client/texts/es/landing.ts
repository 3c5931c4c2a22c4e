export const landingTexts = {
  'Every hour, load and gallon, written down where the work is done.':
    'Cada hora, cada viaje y todo el combustible, anotados donde se hace el trabajo.',
  'Track equipment usage and fuel consumption': 'Llevar la cuenta del uso de las máquinas y del combustible',
  'Manage customer jobs and billable hours': 'Gestionar los trabajos de clientes y las horas facturables',
  'Work offline in the field, with automatic syncing': 'Trabajar sin conexión en el campo, con sincronización automática',
  'Generate billing records': 'Generar registros de facturación',
  'Use it on mobile, tablet and desktop': 'Usarlo en móvil, tableta y ordenador',
  'What a contractor says': 'Lo que dice un contratista',
  'We used to lose a load or two a week to a wet notebook. Now the count on the bill is the count in the field.':
    'Antes se nos perdían uno o dos viajes por semana en una libreta mojada. Ahora en la factura está lo que se contó en el campo.',
  'A custom forage harvester': 'Un contratista de cosecha de forraje',
  'Jobs, hours, fuel and loads of a farm contractor, written down where the work is done.':
    'Trabajos, horas, combustible y viajes de un contratista agrícola, anotados donde se trabaja.',
  'The agriculture tracker of farm contractors: jobs, hours, fuel and loads, written down where the work is done, also with no signal.':
    'El registro de trabajo de los contratistas agrícolas: trabajos, horas, combustible y viajes, anotados donde se trabaja, también sin cobertura.',
  'Signing in needs a connection': 'Para iniciar sesión se necesita conexión',
};
