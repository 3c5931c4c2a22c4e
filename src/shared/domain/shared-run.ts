/** Whether the entries of a run hold shares of its fuel, which nobody typed (decision 0075). */
export const sharesFuel = ({ fuel = null, shareBy }: Readonly<Record<string, unknown>>): boolean => fuel !== null && shareBy !== 'hand';
