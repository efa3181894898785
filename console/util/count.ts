// Numbers with their noun.

/** '1 route', '2 routes'. Only for nouns with a regular plural. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** '1 IP pool', '1,234 instances', given the plural. */
export const countOf = (count: number, nouns: string): string =>
  `${count.toLocaleString()} ${count === 1 ? singular(nouns) : nouns}`

const singular = (nouns: string): string =>
  nouns
    .split(' and ')
    .map((one) => one.replace(/ies$/, 'ys').replace(/(ss)es$|s$/, '$1'))
    .join(' or ')
