import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { printableOf } from './pdf-bytes.ts';

const FILE = 'factur-x.xml';

const property = (name: string, description: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
  `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** What Factur-X wants to be said of the file, and the description of that, without which PDF/A takes no properties of others. */
const METADATA = `
<rdf:Description xmlns:fx="${NAMESPACE}" rdf:about="">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${FILE}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${property('DocumentFileName', 'The name of the embedded XML document')}
${property('DocumentType', 'The type of the hybrid document in capital letters')}
${property('Version', 'The version of the standard of the embedded XML document')}
${property('ConformanceLevel', 'The conformance level of the embedded XML document')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

/** These are written into XML as they are, which they would make unreadable. */
const harmless = (text: string): string => text.replaceAll('&', '+').replaceAll(/[<>]/g, '');

/** What pdfmake hands on to pdfkit, besides what its types know. */
const attached = (xml: string, date: Date | undefined) => ({
  src: `data:text/xml;base64,${Buffer.from(xml).toString('base64')}`,
  name: FILE,
  type: 'text/xml',
  description: 'Factur-X',
  relationship: 'Alternative',
  ...(date === undefined ? {} : { creationDate: date, modifiedDate: date }),
});

/**
 * A paper as PDF/A-3b with its e-invoice inside: a file of Factur-X, which is ZUGFeRD in Germany. The same paper makes the same bytes, for
 * its dates are those of the paper. `xml` is CII of the profile EN 16931.
 */
export const bytesWithEInvoice = async ({ info, ...paper }: TDocumentDefinitions, xml: string): Promise<Buffer> => {
  const { title = '', author = '', creationDate } = info ?? {};
  const created = pdfmake.createPdf({
    ...printableOf(paper),
    version: '1.7',
    subset: 'PDF/A-3b',
    info: { title: harmless(title), author: harmless(author), ...(creationDate === undefined ? {} : { creationDate }) },
    files: { [FILE]: attached(xml, creationDate) },
  });
  // Laid out, and not ended before its bytes are asked for.
  (await created.getStream()).appendXML(METADATA);
  return created.getBuffer();
};
