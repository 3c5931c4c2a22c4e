/** What has to be known of the program whose database it is: names for what is made, and for sentences that tell a person what to do. */
export interface Program {
  /** What people call it: 'Start Orchard again'. */
  readonly name: string;
  /**
   * Names the database and its owner, the lock file and folders outside the data folder. Small letters, digits and `_`; the same for ever, or
   * what was made under it is not found again.
   */
  readonly key: string;
  /** The setting that names the data folder, such as `ORCHARD_DIR`. */
  readonly folderSetting: string;
  /** The setting that names a server of one's own to use instead, such as `ORCHARD_SERVER`. */
  readonly serverSetting: string;
}
