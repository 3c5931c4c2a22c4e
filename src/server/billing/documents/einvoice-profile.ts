/** Rules beyond those of EN 16931 that a file follows: none, or those of German public buyers (XRechnung). */
export type Profile = 'core' | 'xrechnung';
