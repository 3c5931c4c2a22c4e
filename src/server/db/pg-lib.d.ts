declare module 'pg/lib/utils.js' {
  const utils: {
    /** As the driver sends a value: text, or bytes; throws if that is impossible. */
    readonly prepareValue: (value: unknown) => string | Buffer | null;
  };
  export default utils;
}
