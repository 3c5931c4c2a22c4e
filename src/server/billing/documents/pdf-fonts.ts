import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The typeface of all papers: it tells an I from an l and a zero from an O. */
export const FONT = 'Atkinson';
/** For what it lacks, and for the payment part of Swiss bills, which must be in Liberation Sans or its like. */
export const OTHER_FONT = 'Arimo';

const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(resolve(`@expo-google-fonts/${name}/package.json`));
const [own, other] = [folderOf('atkinson-hyperlegible-next'), folderOf('arimo')];

/** The folders that the files of the typefaces are in. */
export const FONT_FOLDERS: readonly string[] = [own, other];

export const FONTS = {
  [FONT]: {
    normal: join(own, '400Regular', 'AtkinsonHyperlegibleNext_400Regular.ttf'),
    bold: join(own, '700Bold', 'AtkinsonHyperlegibleNext_700Bold.ttf'),
  },
  [OTHER_FONT]: {
    normal: join(other, '400Regular', 'Arimo_400Regular.ttf'),
    bold: join(other, '700Bold', 'Arimo_700Bold.ttf'),
  },
};
