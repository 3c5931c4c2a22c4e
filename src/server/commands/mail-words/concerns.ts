import type { LanguageId } from '#shared/lib/languages.ts';
import type { Concern } from '#server/health.ts';

/** The frame of a mail to the operator, around what the program says in English and the address of the screen. */
interface ConcernWords {
  readonly subject: string;
  readonly what: string;
  readonly toDo: string;
}

export type NotifiedKind = Exclude<Concern['kind'], 'devices'> | 'backupWorks';

/** The words of mails about the installation itself, by language. `{reason}` comes in English from the program, for the operator. */
export const CONCERN_WORDS: Readonly<Record<LanguageId, Readonly<Record<NotifiedKind, ConcernWords>> & { readonly reason: string }>> = {
  en: {
    reason: 'What the program says: {reason}',
    backup: {
      subject: 'Headland backups are failing',
      what: 'Headland could not make a backup. Work continues and everything is saved, but if the disk fails now, everything since the last good backup is lost.',
      toDo: 'It tries again every hour and emails you once a day until it works. See the “Backups” card in the organization settings for the status and what to do:',
    },
    backupWorks: {
      subject: 'Headland backups work again',
      what: 'A backup was just made and verified. There is nothing else to do.',
      toDo: 'See the “Backups” card in the organization settings for the status:',
    },
    disk: {
      subject: 'Headland’s disk is full',
      what: 'The disk with Headland’s data is almost full, so nothing new can be saved. Nothing that was saved is lost, and devices keep what they can’t send.',
      toDo: 'Free up space on that disk, or move to a larger one. Headland then continues automatically. See the organization settings for the status:',
    },
    corrupted: {
      subject: 'Headland’s database is damaged',
      what: 'Part of Headland’s database can’t be read. Usually the disk is failing.',
      toDo: 'Copy the backup folder to another disk now, then restore the last good backup, preferably on another machine. See the organization settings for the status:',
    },
    clock: {
      subject: 'Headland’s clock is wrong',
      what: 'The clock of the machine that runs Headland has jumped. Headland deletes nothing old until that is fixed.',
      toDo: 'Set the correct date and time, preferably from the network. See the organization settings for the status:',
    },
  },
  de: {
    reason: 'Meldung des Programms: {reason}',
    backup: {
      subject: 'Headland sichert nicht mehr',
      what: 'Headland konnte keine Sicherung anlegen. Die Arbeit geht weiter und alles wird gespeichert. Fällt jetzt aber die Festplatte aus, ist alles verloren, was nach der letzten guten Sicherung kam.',
      toDo: 'Headland versucht es jede Stunde erneut und schreibt einmal am Tag, bis es wieder klappt. Stand der Dinge und Abhilfe stehen auf der Seite „Betrieb“, Karte „Sicherungen“:',
    },
    backupWorks: {
      subject: 'Headland sichert wieder',
      what: 'Gerade wurde eine Sicherung angelegt und geprüft. Es ist nichts weiter zu tun.',
      toDo: 'Der Stand der Dinge steht auf der Seite „Betrieb“, Karte „Sicherungen“:',
    },
    disk: {
      subject: 'Die Festplatte von Headland ist voll',
      what: 'Auf der Festplatte, auf der Headland seine Daten ablegt, ist kaum noch Platz. Deshalb wird dort nichts Neues gespeichert. Gespeichertes geht nicht verloren, und die Geräte behalten, was sie nicht senden können.',
      toDo: 'Auf dieser Festplatte Platz schaffen oder eine größere einbauen. Danach macht Headland von selbst weiter. Der Stand der Dinge steht auf der Seite „Betrieb“:',
    },
    corrupted: {
      subject: 'Die Datenbank von Headland ist beschädigt',
      what: 'Ein Teil der Datenbank von Headland lässt sich nicht lesen. Meist ist die Festplatte am Ende.',
      toDo: 'Jetzt den Ordner mit den Sicherungen auf eine andere Festplatte kopieren und dann die letzte gute Sicherung wiederherstellen, möglichst auf einem anderen Rechner. Der Stand der Dinge steht auf der Seite „Betrieb“:',
    },
    clock: {
      subject: 'Die Uhr des Headland-Rechners geht falsch',
      what: 'Die Uhr des Rechners, auf dem Headland läuft, ist gesprungen. Bis das geklärt ist, räumt Headland nichts weg.',
      toDo: 'Datum und Uhrzeit richtig stellen, am besten aus dem Netz beziehen lassen. Der Stand der Dinge steht auf der Seite „Betrieb“:',
    },
  },
  es: {
    reason: 'Lo que dice el programa: {reason}',
    backup: {
      subject: 'Headland ya no hace copias de seguridad',
      what: 'Headland no pudo hacer una copia de seguridad. El trabajo sigue y todo se guarda, pero si el disco falla ahora se pierde todo lo posterior a la última copia buena.',
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
