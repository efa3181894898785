// Numbers with their noun.

/** '1 route', '2 routes'. Only for nouns with a regular plural. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
