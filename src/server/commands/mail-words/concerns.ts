import type { LanguageId } from '#shared/lib/languages.ts';
import type { Concern } from '#server/health.ts';

/** What a mail to whoever runs the installation says, around what the program says in English and the address of the screen. */
interface ConcernWords {
  readonly subject: string;
  readonly what: string;
  readonly toDo: string;
}

export type ToldKind = Exclude<Concern['kind'], 'devices'> | 'backupWorks';

/** The words of mails about the installation itself, by language. `{reason}` is said in English by the program, for whoever runs it. */
export const CONCERN_WORDS: Readonly<Record<LanguageId, Readonly<Record<ToldKind, ConcernWords>> & { readonly reason: string }>> = {
  en: {
    reason: 'What the program says: {reason}',
    backup: {
      subject: 'Headland makes no backup any more',
      what: 'Headland could not make a backup. Work goes on and everything is saved, but if the disk dies now, whatever came after the last good backup is lost.',
      toDo: 'It tries again every hour and writes to you once a day until it works. How things stand, and what to do, is on the card “Backups” in the organization settings:',
    },
    backupWorks: {
      subject: 'Headland makes backups again',
      what: 'A backup was made and checked just now. There is nothing more to do.',
      toDo: 'How things stand is on the card “Backups” in the organization settings:',
    },
    disk: {
      subject: 'Headland’s disk is full',
      what: 'There is hardly any room left on the disk that Headland keeps its data on, so nothing new is saved there. Nothing that was saved is lost, and devices keep what they cannot send.',
      toDo: 'Make room on that disk, or give it a larger one. Then Headland goes on by itself. How things stand is in the organization settings:',
    },
    corrupted: {
      subject: 'Headland’s database is damaged',
      what: 'A part of Headland’s database cannot be read. Most often the disk is dying.',
      toDo: 'Copy the folder of the backups to another disk now, and then restore the last good backup, if possible on another machine. How things stand is in the organization settings:',
    },
    clock: {
      subject: 'The clock of Headland’s machine is wrong',
      what: 'The clock of the machine that Headland runs on has jumped. Headland clears nothing away until that is settled.',
      toDo: 'Set date and time right, best by letting the machine take them from the network. How things stand is in the organization settings:',
    },
  },
  de: {
    reason: 'Meldung des Programms: {reason}',
    backup: {
      subject: 'Headland sichert nicht mehr',
      what: 'Headland konnte keine Sicherung anlegen. Die Arbeit geht weiter und alles wird gespeichert. Fällt jetzt aber die Festplatte aus, ist alles verloren, was nach der letzten guten Sicherung kam.',
      toDo: 'Headland versucht es jede Stunde erneut und schreibt einmal am Tag, bis es wieder klappt. Stand der Dinge und Abhilfe stehen auf der Karte „Sicherungen“ in den Einstellungen der Organisation:',
    },
    backupWorks: {
      subject: 'Headland sichert wieder',
      what: 'Gerade wurde eine Sicherung angelegt und geprüft. Es ist nichts weiter zu tun.',
      toDo: 'Den Stand der Dinge zeigt die Karte „Sicherungen“ in den Einstellungen der Organisation:',
    },
    disk: {
      subject: 'Die Festplatte von Headland ist voll',
      what: 'Auf der Festplatte, auf der Headland seine Daten ablegt, ist kaum noch Platz. Deshalb wird dort nichts Neues gespeichert. Gespeichertes geht nicht verloren, und die Geräte behalten, was sie nicht senden können.',
      toDo: 'Auf dieser Festplatte Platz schaffen oder eine größere einbauen. Danach macht Headland von selbst weiter. Den Stand der Dinge zeigen die Einstellungen der Organisation:',
    },
    corrupted: {
      subject: 'Die Datenbank von Headland ist beschädigt',
      what: 'Ein Teil der Datenbank von Headland lässt sich nicht lesen. Meist ist die Festplatte am Ende.',
      toDo: 'Jetzt den Ordner mit den Sicherungen auf eine andere Festplatte kopieren und dann die letzte gute Sicherung wiederherstellen, möglichst auf einem anderen Rechner. Den Stand der Dinge zeigen die Einstellungen der Organisation:',
    },
    clock: {
      subject: 'Die Uhr des Headland-Rechners geht falsch',
      what: 'Die Uhr des Rechners, auf dem Headland läuft, ist gesprungen. Bis das geklärt ist, räumt Headland nichts weg.',
      toDo: 'Datum und Uhrzeit richtig stellen, am besten aus dem Netz beziehen lassen. Den Stand der Dinge zeigen die Einstellungen der Organisation:',
    },
  },
  es: {
    reason: 'Lo que dice el programa: {reason}',
    backup: {
      subject: 'Headland ya no hace copias de seguridad',
      what: 'Headland no ha podido hacer una copia de seguridad. El trabajo sigue y todo se guarda, pero si el disco falla ahora se pierde todo lo posterior a la última copia buena.',
      toDo: 'Lo vuelve a intentar cada hora y le escribirá una vez al día hasta que funcione. La tarjeta «Copias de seguridad» de los ajustes de la organización dice cómo está todo y qué hacer:',
    },
    backupWorks: {
      subject: 'Headland vuelve a hacer copias de seguridad',
      what: 'Se acaba de hacer y comprobar una copia de seguridad. No hay nada más que hacer.',
      toDo: 'La tarjeta «Copias de seguridad» de los ajustes de la organización dice cómo está todo:',
    },
    disk: {
      subject: 'El disco de Headland está lleno',
      what: 'Apenas queda espacio en el disco donde Headland guarda sus datos, así que no se guarda nada nuevo en él. Lo guardado no se pierde, y los dispositivos conservan lo que no pueden enviar.',
      toDo: 'Libere espacio en ese disco o ponga uno más grande; después Headland sigue por sí solo. Los ajustes de la organización dicen cómo está todo:',
    },
    corrupted: {
      subject: 'La base de datos de Headland está dañada',
      what: 'Una parte de la base de datos de Headland no se puede leer. Casi siempre es que el disco está fallando.',
      toDo: 'Copie ahora la carpeta de las copias de seguridad en otro disco y después restaure la última copia buena, a ser posible en otro equipo. Los ajustes de la organización dicen cómo está todo:',
    },
    clock: {
      subject: 'El reloj del equipo de Headland va mal',
      what: 'El reloj del equipo en el que funciona Headland ha dado un salto. Mientras no se aclare, Headland no borra nada de lo antiguo.',
      toDo: 'Ponga bien la fecha y la hora, mejor si el equipo las toma de la red. Los ajustes de la organización dicen cómo está todo:',
    },
  },
};
