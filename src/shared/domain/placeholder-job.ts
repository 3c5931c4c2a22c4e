/**
 * The stored name of a customer's 'No job yet' (specification 5.40). Screens go by the job's flag and name it in their reader's language; a
 * job that someone gives this name is an ordinary one.
 */
export const PLACEHOLDER_NAME = 'No job yet';

/** Used in place of a job's id: the entry goes on 'No job yet', whose id the device need not know. No record has this id. */
export const NO_JOB = 0;
