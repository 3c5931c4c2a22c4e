import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

/** The published schema of Factur-X, profile EN 16931: a part of that of CII. */
const folder = join(dirname(createRequire(import.meta.url).resolve('@stackforge-eu/factur-x')), '../schema/en16931');
const NAME = join(folder, 'FACTUR-X_EN16931.xsd');

let schema: XsdValidator | undefined;

const loaded = (): XsdValidator => {
  xmlRegisterFsInputProviders();
  return XsdValidator.fromDoc(XmlDocument.fromString(readFileSync(NAME, 'utf8'), { url: NAME }));
};

/** What the schema finds wrong with a CII document. */
export const schemaFaults = (cii: string): string[] => {
  schema ??= loaded();
  const document = XmlDocument.fromString(cii);
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) {
      return error.details.map(({ message }) => message.trim());
    }
    throw error;
  } finally {
    document.dispose();
  }
};
