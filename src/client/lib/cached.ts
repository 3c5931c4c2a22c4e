/** Makes each thing once and keeps it: formatters are slow to make. The arguments have to survive `JSON.stringify`. */
export const cached = <A extends unknown[], F>(make: (...args: A) => F): ((...args: A) => F) => {
  const made = new Map<string, F>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
};
