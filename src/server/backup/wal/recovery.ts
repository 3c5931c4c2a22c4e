/** The empty file in a cluster that makes PostgreSQL recover from a backup at its next start, and which it then removes. */
export const RECOVERY_SIGNAL = 'recovery.signal';

const UNREACHED = 'recovery ended before configured recovery target was reached';

/**
 * Settings of the server's first start on a cluster that contains the backup's `backup_label`, the log (`assembleWal`) and RECOVERY_SIGNAL.
 * It plays the log to its end, or up to and including what was committed at `until`, then opens for writing on a new timeline.
 *
 * With `until` it refuses to start if nothing was committed afterwards (`endedBeforeTarget`): start it again without, because then the
 * log's end is what was meant. Also leave `until` out if it is not before the end of the span.
 */
export const recoverySettings = ({ until }: { readonly until?: Date }): Readonly<Record<string, string>> => ({
  // The log is in pg_wal already. PostgreSQL insists on a command, and looks there when it fails; sh and cmd both know this one.
  restore_command: 'exit 1',
  // A line of the log has one timeline, that of its backup: no other is looked for.
  recovery_target_timeline: 'current',
  // Otherwise it answers queries while it recovers, and would be taken for ready.
  hot_standby: 'off',
  ...(until === undefined
    ? {}
    : {
        // Not with a Z: names of time zones are not known yet when it reads this.
        recovery_target_time: until.toISOString().replace('Z', '+00'),
        // Includes what was committed at that very moment.
        recovery_target_inclusive: 'on',
        recovery_target_action: 'promote',
      }),
});

/** Whether a start failed because nothing was committed after the moment to be restored. */
export const endedBeforeTarget = (error: unknown): boolean => error instanceof Error && error.message.includes(UNREACHED);
