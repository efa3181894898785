// An entry that is typed and not added would be lost without a word.
export const draftRules = (noun: string) => ({
  validate: (text: string) => text.trim() === '' || `Add this ${noun}, or clear the field`,
})
