/** What the package needs to know about its program: names for what it creates, and for messages that tell a person what to do. */
export interface Program {
  /** The name for people: 'Start Orchard again'. */
  readonly name: string;
  /**
   * Names the database and its owner, the lock file and folders outside the data folder. Lower-case letters, digits and `_`. Never change
   * it, or the existing database will not be found.
   */
  readonly key: string;
  /** The setting that names the data folder, such as `ORCHARD_DIR`. */
  readonly folderSetting: string;
  /** The setting that names an external server to use instead, such as `ORCHARD_SERVER`. */
  readonly serverSetting: string;
}
