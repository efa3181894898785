// The fields of an e-mail receiver.
import { isEmail } from '#contract/checks.ts'
import { alertClassNames, type AlertClassName } from '#contract/alert-classes.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { SubscriptionFields, type SubscriptionValues } from './subscription-field.tsx'

export interface EmailReceiverValues extends SubscriptionValues {
  name: string
  description: string
  address: string
  digest: boolean
}

/** Patterns other than ** can only be set with the API. Editing one here replaces it by the classes it matches. */
export const whichOf = (subscriptions: readonly string[]): SubscriptionValues => ({
  which: subscriptions.includes('**') ? 'all' : 'some',
  classes: subscriptions.filter((one): one is AlertClassName => alertClassNames.includes(one as AlertClassName)),
})

const validate = (text: string) => text.trim() === '' || isEmail(text.trim()) || 'Expected an e-mail address'

export const AddressField = ({ name = 'address', label = 'E-mail address' }) => (
  <TextField name={name} label={label} required autoComplete="email" rules={{ validate }} />
)

export const DigestField = () => (
  <CheckboxField
    name="digest"
    label="Hourly digest"
    help="At most one e-mail an hour, with all alerts since the last."
  />
)

export function EmailReceiverFields() {
  return (
    <>
      <NameField />
      <DescriptionField />
      <AddressField />
      <DigestField />
      <SubscriptionFields />
    </>
  )
}
