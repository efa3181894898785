// Fields of what gets alerts by e-mail: receivers, and members' own subscriptions.
import { isEmail } from '#contract/checks.ts'
import { TextField } from '../../form/fields.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'

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
