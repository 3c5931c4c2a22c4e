import type { PersonPlan, Profile, Words } from '#demo/profile.ts';
import type { Random } from '#demo/random.ts';

const LISTS: Record<string, (words: Words) => readonly string[]> = {
  surname: (words) => words.surnames,
  place: (words) => words.places,
  road: (words) => words.roads,
  town: (words) => words.towns,
};

/** Replaces each `{word}` by the value passed for it or by one from its list, and each `#` by a digit other than 0. */
export const fillIn = (pattern: string, words: Words, random: Random, given: Record<string, string> = {}): string => {
  const text = pattern.replace(/\{(\w+)\}/g, (_, word: string) => given[word] ?? random.pick(LISTS[word]?.(words) ?? []));
  return text.replace(/#/g, () => String(random.int(1, 9)));
};

export const plain = (name: string): string =>
  name
    .replace(/ß/g, 'ss')
    .replace(/ø/gi, 'o')
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** The address with which one of the profile's named people signs in. */
export const emailOf = (profile: Profile, person: Pick<PersonPlan, 'firstName' | 'lastName'>): string =>
  `${plain(person.firstName)}.${plain(person.lastName)}@${profile.domain}`;

/** Names that nobody else in the organization has. */
export const newNames = (profile: Profile, random: Random): (() => { firstName: string; lastName: string }) => {
  const taken = new Set(profile.people.map((person) => emailOf(profile, person)));
  return () => {
    for (;;) {
      const names = { firstName: random.pick(profile.words.firstNames), lastName: random.pick(profile.words.surnames) };
      const email = emailOf(profile, names);
      if (!taken.has(email)) {
        taken.add(email);
        return names;
      }
    }
  };
};
