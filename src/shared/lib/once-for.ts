/** Makes something of an object the first time that it is asked for, and keeps it as long as the object lives. */
export const onceFor = <K extends object, V extends object>(make: (of: K) => V): ((of: K) => V) => {
  const made = new WeakMap<K, V>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
};
