/**
 * What a customer's 'No job yet' is called where names are stored (decisions §12). Screens go by the job's flag and say it in their reader's
 * language; a job that somebody calls this is an ordinary one.
 */
export const PLACEHOLDER_NAME = 'No job yet';

/** In the place of a job's id: the entry goes on 'No job yet', whose id its device need not know. No record has it. */
export const NO_JOB = 0;
