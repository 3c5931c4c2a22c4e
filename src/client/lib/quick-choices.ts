/** As many as can be taken in at a glance. */
export const FEW = 6;

/** At most six choices as buttons: recently used ones, the latest first; all of them if there are no more. */
export const quickChoices = <C extends { readonly id: number }>(choices: readonly C[], used: readonly number[]): C[] => {
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const recent = [...new Set(used)].flatMap((id) => byId.get(id) ?? []);
  const rest = choices.length <= FEW ? choices.filter((choice) => !recent.includes(choice)) : [];
  return [...recent, ...rest].slice(0, FEW);
};
