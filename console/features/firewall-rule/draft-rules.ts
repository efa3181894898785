// Validation for entries that were typed but not added, which would be lost silently.
export const draftRules = (noun: string) => ({
  validate: (text: string) => text.trim() === '' || `Add this ${noun}, or clear the field`,
})
