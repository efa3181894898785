// Maps a server error to the form field it is about.
import { ApiError } from '#contract/errors.ts'
import { toCamel } from '#contract/camel.ts'

export interface FieldError {
  field: string
  message: string
}

/** `fields` are the form's field names. Undefined if the error is about none of them. */
export function fieldErrorOf(error: unknown, fields: readonly string[]): FieldError | undefined {
  if (!(error instanceof ApiError)) return undefined
  const named = (field: string, message: string) => (fields.includes(field) ? { field, message } : undefined)
  if (error.errorCode === 'ObjectAlreadyExists') return named('name', 'name already exists')
  // 'Unsupported value for "public_key": …' and 'Name: name cannot end with "-"'
  const [, label, reason] =
    /^unsupported value for "(\w+)": (.+)$/is.exec(error.message) ??
    /^(\w+)(?:[.[][^:]*)?: (.+)$/s.exec(error.message) ??
    []
  return label && reason ? named(toCamel(label.toLowerCase()), reason) : undefined
}
